/* Many calls of pdfium at once, for the loops that would else pay for each call through ctypes.

   The functions of pdfium are given by their addresses (`bind`), as the library that pypdfium2 has loaded holds them, so
   that nothing is linked. `statchunk/readers/bulk.py` says what each function gives, and does the same without this file. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

typedef struct { float left, top, right, bottom; } Rectangle;
typedef struct { float a, b, c, d, e, f; } Matrix;

static void *(*get_text_object)(void *, int);
static int (*get_loose_box)(void *, int, Rectangle *);
static int (*get_text_matrix)(void *, int, Matrix *);
static double (*get_text_size)(void *, int);
static void *(*get_font)(void *);
static int (*get_render_mode)(void *);
static int (*get_fill_color)(void *, unsigned *, unsigned *, unsigned *, unsigned *);
static int (*get_stroke_color)(void *, unsigned *, unsigned *, unsigned *, unsigned *);
static int (*count_objects)(void *);
static void *(*get_object)(void *, int);
static int (*count_form_objects)(void *);
static void *(*get_form_object)(void *, unsigned long);
static int (*get_type)(void *);

/* In the order in which `bind` takes their addresses. */
static void **const functions[] = {
    (void **)&get_text_object, (void **)&get_loose_box, (void **)&get_text_matrix, (void **)&get_text_size,
    (void **)&get_font, (void **)&get_render_mode, (void **)&get_fill_color, (void **)&get_stroke_color,
    (void **)&count_objects, (void **)&get_object, (void **)&count_form_objects, (void **)&get_form_object,
    (void **)&get_type,
};
#define FUNCTIONS ((Py_ssize_t)(sizeof functions / sizeof functions[0]))
#define STROKE_MODE 1

static PyObject *bind(PyObject *module, PyObject *const *arguments, Py_ssize_t count)
{
    if (count != FUNCTIONS)
        return PyErr_Format(PyExc_TypeError, "bind takes %zd addresses, not %zd", FUNCTIONS, count);
    for (Py_ssize_t index = 0; index < count; index++) {
        void *address = PyLong_AsVoidPtr(arguments[index]);
        if (!address) {
            if (!PyErr_Occurred())
                PyErr_SetString(PyExc_ValueError, "a function of pdfium has no address");
            return NULL;
        }
        *functions[index] = address; /* a function and an object pointer are alike wherever pdfium runs */
    }
    Py_RETURN_NONE;
}

/* Whether there are so many arguments, and `bind` was called. */
static int is_ready(Py_ssize_t count, Py_ssize_t wanted)
{
    if (count != wanted)
        PyErr_Format(PyExc_TypeError, "takes %zd arguments, not %zd", wanted, count);
    else if (!get_type)
        PyErr_SetString(PyExc_RuntimeError, "the functions of pdfium are not bound");
    else
        return 1;
    return 0;
}

static int is_hyphen(Py_UCS4 letter)
{
    return letter == 0x02 || letter == 0xFFFE;
}

static int is_space(Py_UCS4 letter)
{
    return letter == 0 || Py_UNICODE_ISSPACE(letter);
}

/* Appends what is made, which may be NULL, and gives it up. */
static int append(PyObject *list, PyObject *made)
{
    int failed = !made || PyList_Append(list, made) < 0;
    Py_XDECREF(made);
    return !failed;
}

static PyObject *place_of(Py_ssize_t begin, Py_ssize_t end, void *first, void *last, float left, float right)
{
    PyObject *parts[] = {
        PyLong_FromSsize_t(begin), PyLong_FromSsize_t(end), PyLong_FromVoidPtr(first), PyLong_FromVoidPtr(last),
        PyFloat_FromDouble(left), PyFloat_FromDouble(right),
    };
    PyObject *place = PyTuple_New(6);
    for (int index = 0; index < 6; index++)
        if (place && parts[index])
            PyTuple_SET_ITEM(place, index, parts[index]);
        else {
            Py_XDECREF(parts[index]);
            Py_CLEAR(place);
        }
    return place;
}

static PyObject *word_places(PyObject *module, PyObject *const *arguments, Py_ssize_t count)
{
    if (!is_ready(count, 2))
        return NULL;
    void *page = PyLong_AsVoidPtr(arguments[0]);
    PyObject *text = arguments[1];
    if (PyErr_Occurred())
        return NULL;
    if (!PyUnicode_Check(text))
        return PyErr_Format(PyExc_TypeError, "the text is no string");
    Py_ssize_t length = PyUnicode_GET_LENGTH(text);
    if (length > INT_MAX)
        return PyErr_Format(PyExc_OverflowError, "the text is too long");
    int kind = PyUnicode_KIND(text);
    const void *letters = PyUnicode_DATA(text);
    PyObject *places = PyList_New(0);
    if (!places)
        return NULL;
    for (Py_ssize_t begin = 0, end; begin < length; begin = end) {
        Py_UCS4 letter = PyUnicode_READ(kind, letters, begin);
        end = begin + 1;
        if (is_space(letter))
            continue;
        if (!is_hyphen(letter)) {
            while (end < length) {
                letter = PyUnicode_READ(kind, letters, end);
                if (is_space(letter))
                    break;
                end++;
                if (is_hyphen(letter))
                    break;
            }
        }
        int last = (int)end - 1;
        Rectangle first_box = {0, 0, 0, 0}, last_box;
        void *first_object = get_text_object(page, (int)begin), *last_object = first_object;
        get_loose_box(page, (int)begin, &first_box);
        last_box = first_box;
        if (last > begin) {
            last_object = get_text_object(page, last);
            get_loose_box(page, last, &last_box);
        }
        if (!append(places, place_of(begin, end, first_object, last_object, first_box.left, last_box.right))) {
            Py_DECREF(places);
            return NULL;
        }
    }
    return places;
}

/* The arguments of a function of a text page and the characters from `begin` to before `stop`. */
static int take_span(PyObject *const *arguments, Py_ssize_t count, void **page, int *begin, int *stop)
{
    if (!is_ready(count, 3))
        return 0;
    *page = PyLong_AsVoidPtr(arguments[0]);
    long first = PyLong_AsLong(arguments[1]), last = PyLong_AsLong(arguments[2]);
    if (PyErr_Occurred())
        return 0;
    if (first < 0 || last <= first || last > INT_MAX) {
        PyErr_SetString(PyExc_ValueError, "no span of characters");
        return 0;
    }
    *begin = (int)first;
    *stop = (int)last;
    return 1;
}

static PyObject *text_objects(PyObject *module, PyObject *const *arguments, Py_ssize_t count)
{
    void *page;
    int begin, stop;
    if (!take_span(arguments, count, &page, &begin, &stop))
        return NULL;
    PyObject *objects = PyList_New(0);
    for (int index = begin; objects && index < stop; index++)
        if (!append(objects, PyLong_FromVoidPtr(get_text_object(page, index))))
            Py_CLEAR(objects);
    return objects;
}

static PyObject *edges(PyObject *module, PyObject *const *arguments, Py_ssize_t count)
{
    void *page;
    int begin, stop;
    if (!take_span(arguments, count, &page, &begin, &stop))
        return NULL;
    Rectangle first = {0, 0, 0, 0}, last = {0, 0, 0, 0};
    get_loose_box(page, begin, &first);
    get_loose_box(page, stop - 1, &last);
    return Py_BuildValue("dddd", (double)first.left, (double)first.right, (double)last.left, (double)last.right);
}

static PyObject *run_facts(PyObject *module, PyObject *const *arguments, Py_ssize_t count)
{
    if (!is_ready(count, 3))
        return NULL;
    void *page = PyLong_AsVoidPtr(arguments[0]), *object = PyLong_AsVoidPtr(arguments[1]);
    long index = PyLong_AsLong(arguments[2]);
    if (PyErr_Occurred())
        return NULL;
    Matrix matrix = {0, 0, 0, 0, 0, 0};
    unsigned red = 0, green = 0, blue = 0, alpha = 255;
    get_text_matrix(page, (int)index, &matrix);
    int mode = get_render_mode(object);
    if (!(mode == STROKE_MODE ? get_stroke_color : get_fill_color)(object, &red, &green, &blue, &alpha))
        red = green = blue = 0, alpha = 255;
    double shape[] = {matrix.a, matrix.b, matrix.c, matrix.d, get_text_size(page, (int)index)};
    uint64_t font = (uint64_t)(uintptr_t)get_font(object);
    uint32_t numbers[] = {(uint32_t)mode, red << 16 | green << 8 | blue, alpha == 0};
    char kind[sizeof shape + sizeof font + sizeof numbers];
    memcpy(kind, shape, sizeof shape);
    memcpy(kind + sizeof shape, &font, sizeof font);
    memcpy(kind + sizeof shape + sizeof font, numbers, sizeof numbers);
    return Py_BuildValue("y#d", kind, (Py_ssize_t)sizeof kind, (double)matrix.f);
}

static PyObject *text_signs(PyObject *module, PyObject *const *arguments, Py_ssize_t count)
{
    if (count != 2 || !PyUnicode_Check(arguments[0]) || !PyUnicode_Check(arguments[1]))
        return PyErr_Format(PyExc_TypeError, "text_signs takes two strings");
    Py_ssize_t length = PyUnicode_GET_LENGTH(arguments[0]), marks = PyUnicode_GET_LENGTH(arguments[1]);
    int kind = PyUnicode_KIND(arguments[0]), controls = 0, repeats = 0;
    const void *letters = PyUnicode_DATA(arguments[0]);
    Py_UCS4 before = 0;
    for (Py_ssize_t index = 0; index < length; index++) {
        Py_UCS4 letter = PyUnicode_READ(kind, letters, index);
        if (letter < ' ' ? letter && letter != '\t' && letter != '\n' && letter != '\r' : is_hyphen(letter))
            controls = 1;
        else if (letter == before && !repeats)
            repeats = PyUnicode_FindChar(arguments[1], letter, 0, marks, 1) >= 0;
        before = letter;
    }
    return Py_BuildValue("ii", controls, repeats);
}

static PyObject *list_objects(void *holder, int all, void *(*get)(void *, int), long most)
{
    PyObject *objects = PyList_New(0);
    if (!objects)
        return NULL;
    for (int index = 0; index < all && index < most; index++) {
        void *object = get(holder, index);
        if (object && !append(objects, Py_BuildValue("iN", get_type(object), PyLong_FromVoidPtr(object)))) {
            Py_DECREF(objects);
            return NULL;
        }
    }
    return objects;
}

static void *form_object(void *form, int index)
{
    return get_form_object(form, (unsigned long)index);
}

static PyObject *page_objects(PyObject *module, PyObject *const *arguments, Py_ssize_t count)
{
    if (!is_ready(count, 2))
        return NULL;
    void *page = PyLong_AsVoidPtr(arguments[0]);
    long most = PyLong_AsLong(arguments[1]);
    return PyErr_Occurred() ? NULL : list_objects(page, count_objects(page), get_object, most);
}

static PyObject *form_objects(PyObject *module, PyObject *const *arguments, Py_ssize_t count)
{
    if (!is_ready(count, 2))
        return NULL;
    void *form = PyLong_AsVoidPtr(arguments[0]);
    long most = PyLong_AsLong(arguments[1]);
    return PyErr_Occurred() ? NULL : list_objects(form, count_form_objects(form), form_object, most);
}

#define FAST(name) {#name, (PyCFunction)(void (*)(void))name, METH_FASTCALL, NULL}
static PyMethodDef methods[] = {
    FAST(bind), FAST(word_places), FAST(text_objects), FAST(edges), FAST(run_facts), FAST(page_objects), FAST(form_objects), FAST(text_signs),
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_bulk", "Many calls of pdfium at once.", 0, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__bulk(void)
{
    return PyModuleDef_Init(&module);
}
