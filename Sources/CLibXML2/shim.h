// What this package uses of the system's libxml2.
#include <libxml/xmlversion.h>

// A libxml2 built with ICU includes ICU's headers, which conflict with those of Foundation's own copy in every file that
// imports both. Nothing here uses a converter.
#undef LIBXML_ICU_ENABLED

#include <libxml/HTMLparser.h>
#include <libxml/HTMLtree.h>
#include <libxml/SAX2.h>
#include <libxml/debugXML.h>
#include <libxml/dict.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/tree.h>
#include <libxml/xmlerror.h>
#include <libxml/xmlsave.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

// The library's file: 2.14 changed its interface.
#if LIBXML_VERSION >= 21400
#define SCRAPE_LIBXML2_FILE "libxml2.so.16"
#else
#define SCRAPE_LIBXML2_FILE "libxml2.so.2"
#endif

// Errors of XPath are read from the context, not printed. The handler's type differs between versions of libxml2. Some
// errors are printed all the same, by a handler of the thread. The functions are passed in, as the library is loaded on
// first use.
static inline void scrape_ignoreError(void *data, void *error) { (void)data; (void)error; }
static inline void scrape_ignoreMessage(void *data, const char *message, ...) { (void)data; (void)message; }
static inline xmlXPathObjectPtr scrape_evaluate(
    const char *expression, xmlXPathContextPtr context,
    xmlXPathObjectPtr (*evaluate)(const xmlChar *, xmlXPathContextPtr),
    xmlGenericErrorFunc *(*handler)(void), void **(*handlerData)(void),
    void (*setHandler)(void *, xmlGenericErrorFunc)) {
    context->error = (xmlStructuredErrorFunc)(void (*)(void *, void *))scrape_ignoreError;
    xmlGenericErrorFunc oldHandler = *handler();
    void *oldData = *handlerData();
    setHandler(NULL, scrape_ignoreMessage);
    xmlXPathObjectPtr result = evaluate((const xmlChar *)expression, context);
    setHandler(oldData, oldHandler);
    return result;
}
