/* Models of pydantic, and pairs, made without validation: what `statchunk/model/trusted.py` does, in fewer calls. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

/* The attributes of a model in which pydantic keeps what it holds. */
static PyObject *dict_name, *set_name, *extra_name, *private_name;

static PyObject *make(PyObject *module, PyObject *const *arguments, Py_ssize_t count)
{
    if (count != 3 || !PyType_Check(arguments[0]))
        return PyErr_Format(PyExc_TypeError, "make takes a class, its values and the names of those that are set");
    PyTypeObject *kind = (PyTypeObject *)arguments[0];
    PyObject *made = kind->tp_alloc(kind, 0);
    if (made && (PyObject_GenericSetAttr(made, dict_name, arguments[1]) < 0
                 || PyObject_GenericSetAttr(made, set_name, arguments[2]) < 0
                 || PyObject_GenericSetAttr(made, extra_name, Py_None) < 0
                 || PyObject_GenericSetAttr(made, private_name, Py_None) < 0))
        Py_CLEAR(made);
    return made;
}

/* A pair of a named tuple's class. */
static PyObject *pair(PyTypeObject *kind, PyObject *first, PyObject *second)
{
    PyObject *made = kind->tp_alloc(kind, 2);
    if (made) {
        PyTuple_SET_ITEM(made, 0, Py_NewRef(first));
        PyTuple_SET_ITEM(made, 1, Py_NewRef(second));
    }
    return made;
}

static PyObject *pairs(PyObject *module, PyObject *const *arguments, Py_ssize_t count)
{
    if (count != 3 || !PyType_Check(arguments[0]) || !PyType_IsSubtype((PyTypeObject *)arguments[0], &PyTuple_Type)
        || !PyList_Check(arguments[2]))
        return PyErr_Format(PyExc_TypeError, "pairs takes a class of tuples, what all begin with, and a list");
    PyObject *seconds = arguments[2], *made = PyTuple_New(PyList_GET_SIZE(seconds));
    for (Py_ssize_t at = 0; made && at < PyTuple_GET_SIZE(made); at++) {
        PyObject *one = pair((PyTypeObject *)arguments[0], arguments[1], PyList_GET_ITEM(seconds, at));
        if (one)
            PyTuple_SET_ITEM(made, at, one);
        else
            Py_CLEAR(made);
    }
    return made;
}

static PyMethodDef methods[] = {
    {"make", (PyCFunction)(void (*)(void))make, METH_FASTCALL, NULL},
    {"pairs", (PyCFunction)(void (*)(void))pairs, METH_FASTCALL, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT, "_trusted", "Models made without validation.", 0, methods, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC PyInit__trusted(void)
{
    dict_name = PyUnicode_InternFromString("__dict__");
    set_name = PyUnicode_InternFromString("__pydantic_fields_set__");
    extra_name = PyUnicode_InternFromString("__pydantic_extra__");
    private_name = PyUnicode_InternFromString("__pydantic_private__");
    if (!dict_name || !set_name || !extra_name || !private_name)
        return NULL;
    return PyModuleDef_Init(&module);
}
