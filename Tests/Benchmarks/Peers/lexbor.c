/* The job that job.py measures, as one writes it by hand in C on lexbor: pages to a line of JSON each.
 *
 *     lexbor JOBS FIELDS LIST
 *
 * FIELDS is a table of `name TAB selector TAB attribute TAB many`, LIST names a page a line. Selectors are compiled
 * once, a thread's parser and tree are used again for each of its pages, and text goes from the tree's nodes straight
 * into the line: white space collapsed, escaped as JSON.
 */
#include <lexbor/css/css.h>
#include <lexbor/html/html.h>
#include <lexbor/selectors/selectors.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    char *bytes;
    size_t length, room;
} buffer;

typedef struct {
    char *name, *selector, *attribute;
    bool many;
} field;

typedef struct {
    lxb_css_selector_list_t *lists[64];
    lxb_selectors_t *selectors;
    lxb_html_document_t *document;
    buffer page;
} worker;

/* What a find writes: values of a field, into a line. */
typedef struct {
    const field *field;
    buffer *line;
    size_t values;
} finding;

static field fields[64];
static size_t field_count, page_count;
static char **pages;
static buffer *lines;
static bool *done;
static atomic_size_t next_page;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t one_done = PTHREAD_COND_INITIALIZER;

static void fail(const char *what) {
    fprintf(stderr, "lexbor: %s\n", what);
    exit(2);
}

static void reserve(buffer *b, size_t more) {
    if (b->room - b->length >= more) return;
    b->room = 2 * b->room + more + 4096;
    b->bytes = realloc(b->bytes, b->room);
    if (!b->bytes) fail("out of memory");
}

static void put(buffer *b, const char *text) {
    size_t length = strlen(text);
    reserve(b, length);
    memcpy(b->bytes + b->length, text, length);
    b->length += length;
}

/* Adds text to a string of JSON that begins at `start`; white space, also that
 * which does not break, becomes one space, none at the text's beginning. */
static void put_text(buffer *b, size_t start, const lxb_char_t *text, size_t length) {
    reserve(b, 6 * length + 2);
    char *to = b->bytes + b->length, *first = b->bytes + start;
    for (size_t i = 0; i < length; i++) {
        lxb_char_t c = text[i];
        bool is_hard = c == 0xC2 && i + 1 < length && text[i + 1] == 0xA0;
        if (c == ' ' || (c >= '\t' && c <= '\r') || is_hard) {
            i += is_hard;
            if (to > first && to[-1] != ' ') *to++ = ' ';
        } else if (c == '"' || c == '\\') {
            *to++ = '\\';
            *to++ = c;
        } else if (c < 0x20) {
            to += sprintf(to, "\\u%04x", c);
        } else {
            *to++ = c;
        }
    }
    b->length = to - b->bytes;
}

static void put_node(buffer *b, size_t start, lxb_dom_node_t *root) {
    lxb_dom_node_t *node = root->first_child;
    while (node) {
        if (node->type == LXB_DOM_NODE_TYPE_TEXT) {
            lexbor_str_t *text = &lxb_dom_interface_text(node)->char_data.data;
            put_text(b, start, text->data, text->length);
        }
        if (node->first_child) {
            node = node->first_child;
            continue;
        }
        while (node != root && !node->next) node = node->parent;
        node = node == root ? NULL : node->next;
    }
}

static lxb_status_t found(lxb_dom_node_t *node, lxb_css_selector_specificity_t specificity, void *context) {
    (void)specificity;
    finding *f = context;
    buffer *b = f->line;
    size_t before = b->length;
    if (f->values > 0) {
        put(b, ",\"");
    } else {
        put(b, ",\"");
        put(b, f->field->name);
        put(b, f->field->many ? "\":[\"" : "\":\"");
    }
    size_t start = b->length;
    if (*f->field->attribute) {
        size_t length = 0;
        const lxb_char_t *name = (const lxb_char_t *)f->field->attribute;
        const lxb_char_t *value = lxb_dom_element_get_attribute(
            lxb_dom_interface_element(node), name, strlen(f->field->attribute), &length);
        if (value) put_text(b, start, value, length);
    } else {
        put_node(b, start, node);
    }
    if (b->length > start && b->bytes[b->length - 1] == ' ') b->length--;
    if (b->length == start) {
        b->length = before;
    } else {
        put(b, "\"");
        f->values++;
    }
    return f->field->many ? LXB_STATUS_OK : LXB_STATUS_STOP;
}

static void read_file(const char *path, buffer *into) {
    FILE *file = fopen(path, "rb");
    if (!file) fail(path);
    into->length = 0;
    size_t count;
    do {
        reserve(into, 1 << 16);
        count = fread(into->bytes + into->length, 1, into->room - into->length, file);
        into->length += count;
    } while (count > 0);
    fclose(file);
}

static void read_page(worker *w, const char *path, buffer *line) {
    read_file(path, &w->page);
    if (lxb_html_document_parse(w->document, (lxb_char_t *)w->page.bytes, w->page.length) != LXB_STATUS_OK)
        fail("a page cannot be parsed");
    put(line, "{\"@type\":\"Page\"");
    for (size_t i = 0; i < field_count; i++) {
        finding f = {&fields[i], line, 0};
        lxb_selectors_find(w->selectors, lxb_dom_interface_node(w->document), w->lists[i], found, &f);
        if (fields[i].many && f.values > 0) {
            put(line, "]");
        } else if (fields[i].many) {
            put(line, ",\"");
            put(line, fields[i].name);
            put(line, "\":[]");
        }
    }
    put(line, "}\n");
}

static void begin(worker *w) {
    lxb_css_parser_t *parser = lxb_css_parser_create();
    lxb_css_selectors_t *making = lxb_css_selectors_create();
    if (lxb_css_parser_init(parser, NULL) || lxb_css_selectors_init(making)) fail("out of memory");
    lxb_css_parser_selectors_set(parser, making);
    for (size_t i = 0; i < field_count; i++) {
        const char *text = fields[i].selector;
        w->lists[i] = lxb_css_selectors_parse(parser, (const lxb_char_t *)text, strlen(text));
        if (!w->lists[i]) fail(text);
    }
    w->selectors = lxb_selectors_create();
    w->document = lxb_html_document_create();
    if (!w->document || lxb_selectors_init(w->selectors)) fail("out of memory");
    lxb_selectors_opt_set(w->selectors, LXB_SELECTORS_OPT_MATCH_FIRST);
}

static void *work(void *unused) {
    worker w = {0};
    begin(&w);
    for (;;) {
        size_t i = atomic_fetch_add(&next_page, 1);
        if (i >= page_count) return unused;
        read_page(&w, pages[i], &lines[i]);
        pthread_mutex_lock(&lock);
        done[i] = true;
        pthread_cond_signal(&one_done);
        pthread_mutex_unlock(&lock);
    }
}

/* The lines of a file, each ended by a null byte. */
static char **split(const char *path, size_t *count) {
    buffer all = {0};
    read_file(path, &all);
    reserve(&all, 1);
    all.bytes[all.length] = 0;
    char **found = malloc((all.length + 1) * sizeof(char *));
    *count = 0;
    for (char *line = strtok(all.bytes, "\n"); line; line = strtok(NULL, "\n")) found[(*count)++] = line;
    return found;
}

int main(int argc, char **argv) {
    if (argc != 4) fail("JOBS FIELDS LIST");
    size_t jobs = strtoul(argv[1], NULL, 10);
    char **rows = split(argv[2], &field_count);
    if (field_count > 64) fail("too many fields");
    for (size_t i = 0; i < field_count; i++) {
        char *rest = rows[i], *many;
        fields[i].name = strsep(&rest, "\t");
        fields[i].selector = strsep(&rest, "\t");
        fields[i].attribute = strsep(&rest, "\t");
        many = strsep(&rest, "\t");
        fields[i].many = many && *many == '1';
    }
    pages = split(argv[3], &page_count);
    if (jobs < 2) {
        worker w = {0};
        buffer line = {0};
        begin(&w);
        for (size_t i = 0; i < page_count; i++) {
            line.length = 0;
            read_page(&w, pages[i], &line);
            fwrite(line.bytes, 1, line.length, stdout);
        }
        return 0;
    }
    lines = calloc(page_count, sizeof *lines);
    done = calloc(page_count, sizeof *done);
    for (size_t i = 0; i < jobs; i++) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, work, NULL)) fail("no thread");
    }
    for (size_t i = 0; i < page_count; i++) {
        pthread_mutex_lock(&lock);
        while (!done[i]) pthread_cond_wait(&one_done, &lock);
        pthread_mutex_unlock(&lock);
        fwrite(lines[i].bytes, 1, lines[i].length, stdout);
        free(lines[i].bytes);
    }
    return 0;
}
