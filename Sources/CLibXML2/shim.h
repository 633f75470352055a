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

// `xmlFree` is a global variable with a function, which Swift 6 does not allow to read.
static inline void scrape_xmlFree(const void *memory) { xmlFree((void *)memory); }

// The names of text nodes and comments are arrays that C declares without a length.
static inline const xmlChar *scrape_textName(void) { return xmlStringText; }
static inline const xmlChar *scrape_commentName(void) { return xmlStringComment; }

// Errors of XPath are read from the context, not printed. The handler's type differs between versions of libxml2. Some
// errors are printed all the same, by a handler of the thread.
static inline void scrape_ignoreError(void *data, void *error) { (void)data; (void)error; }
static inline void scrape_ignoreMessage(void *data, const char *message, ...) { (void)data; (void)message; }
static inline xmlXPathObjectPtr scrape_evaluate(const char *expression, xmlXPathContextPtr context) {
    context->error = (xmlStructuredErrorFunc)(void (*)(void *, void *))scrape_ignoreError;
    xmlGenericErrorFunc handler = xmlGenericError;
    void *data = xmlGenericErrorContext;
    xmlSetGenericErrorFunc(NULL, scrape_ignoreMessage);
    xmlXPathObjectPtr result = xmlXPathEvalExpression((const xmlChar *)expression, context);
    xmlSetGenericErrorFunc(data, handler);
    return result;
}
