// Calls of libcurl's variadic functions, which Swift cannot call. The functions are loaded at run time, so that they are
// passed as addresses. They are called through their variadic type, since some systems pass variadic arguments in other
// places than named ones.
#pragma once

static inline int scrape_callWithLong(void *function, void *handle, int option, long value) {
    return ((int (*)(void *, int, ...))function)(handle, option, value);
}

static inline int scrape_callWithPointer(void *function, void *handle, int option, const void *value) {
    return ((int (*)(void *, int, ...))function)(handle, option, value);
}

static inline int scrape_callWithFunction(void *function, void *handle, int option, void (*value)(void)) {
    return ((int (*)(void *, int, ...))function)(handle, option, value);
}
