import Records
import Scraping

/// What `--help` prints, made of the tables of options and formats.
enum Help {
    static func text(for command: Command, registry: Registry) -> String {
        switch command {
        case .scrape:
            """
            Typed records out of pages that you do not control, by rules files.

            Usage:
            \(table(Command.allCases.flatMap(\.usages).map { ($0.line, [$0.about]) }))

            A PAGE is a file, packed with gzip or not, - is standard input; a folder holds pages, and a web archive
            (.warc, .warc.gz). With --input it is something else that pages come out of. scrape test --help tells of
            testing, and so on.
            What an option takes stands behind it, or is attached: --jobs 2, --jobs=2, -j 2, -j2.

            Options:
            \(options(command))

            Formats:
            \(table(registry.outputFormats.map { ($0.name, [$0.about]) }))
            \(formatOptions(registry))
            Exit status:
              0  all is well
              1  a page did not satisfy its rules; what could be read is printed all the same
              2  the command line or a rules file is wrong; no page has been read
              3  an input could not be read
              130, 143  SIGINT or SIGTERM has ended a run over many pages; what is written is whole

            Examples:
              scrape --rules rules/alchemy.json page.html
              scrape --rules alchemy --format csv monday.html tuesday.html
              scrape --rules Rules/ --format jsonl -o out.jsonl --errors errors.jsonl crawl.warc.gz
              zcat pages.jsonl.gz | scrape --rules Rules/ --input jsonl --format jsonl
              curl -s https://example.org/ | scrape --rules example --url https://example.org/ -
            """
        case .completions:
            """
            Prints a script by which a shell completes command lines: commands, options and what stands behind
            them, the sites of the folders of rules, cases, formats and plugins.

            Usage:
              scrape completions bash|zsh|fish
              scrape completions --list KIND

            Options:
            \(options(command))

            Exit status:
              0  all is well
              2  the command line is wrong

            Examples:
              source <(scrape completions bash)
              scrape completions zsh > "${fpath[1]}/_scrape"
              scrape completions fish > ~/.config/fish/completions/scrape.fish
            """
        case .manual:
            """
            Prints the manual page, in the macros that man reads.

            Usage:
              scrape manual

            Options:
            \(options(command))

            Examples:
              scrape manual | man -l -
            """
        case .plugins:
            """
            Lists what rules files and the command line can call by name: plugins, compiled in and programs, and
            what needs no plugin.

            Usage:
              scrape plugins [options] [NAME...]

            Options:
            \(options(command))

            Exit status:
              0  all is well
              2  the command line is wrong
              3  a program cannot be used as a plugin
            """
        case .new:
            """
            Makes a start: rules for a site with their cases, or a plugin.

            Usage:
              scrape new [options] SITE PAGE...
              scrape new plugin [options] NAME

            For a SITE it writes Rules/SITE.json, filled with what the saved pages themselves offer, and a case
            in Corpus/SITE for each page, with its golden file. Of several pages the rules hold on all. Nothing
            is overwritten. A plugin is a folder with a program that works, and its cases.

            Options:
            \(options(command))

            Exit status:
              0  the files are written
              2  the command line is wrong, or something is there already
              3  a page could not be read, or a file not be written

            Examples:
              scrape new plants list.html --url https://plants.example/list
              scrape new recipes soup.html tea.html --saved 2026-05-28
              scrape new plugin tidy-title
            """
        case .test:
            """
            Reads every case of a corpus by its rules and compares what comes out with its golden file.

            Usage:
              scrape test [options] [SITE[/CASE]...]
              scrape test --watch [options] [SITE[/CASE]...]
              scrape test --accept SITE/CASE[.FIELD]...
              scrape test --plugin PLUGIN... [SITE[/CASE]...]

            A case is a folder SITE/CASE with the saved page (page.html, page.json, ...), case.json (its
            "url", when it was "saved", its "encoding", its "rules" where they are not the site's) and
            golden.json. Without names all cases are run.

            Records are told by the fields that their rules call "unique", others by their order, in which
            what is new and what is gone is recognised. The results are printed in the corpus's order,
            whatever the number of jobs.

            With --plugin, which here also takes a plugin's name, the plugin's own cases are run (cases.jsonl
            beside the program, or in the plugin's folder in Plugins), and those of the corpus that are named;
            with --watch those of the corpus alone. With --format tap or json, standard output has the
            corpus's results alone, and what comes of a plugin's cases goes to standard error.

            --watch ends with Ctrl-C. A program that is a plugin is started anew when it changes.

            Options:
            \(options(command))

            Examples:
              scrape test --watch alchemy
              scrape test --filter 'alchemy/*' --fail-fast
              scrape test --accept alchemy/rest-day.title --accept alchemy/rest-day.Workout.date
              scrape test --junit results.xml --max-age 180d

            Exit status:
              0  every case passed
              1  a case differs from its golden file, or has none; the coverage is under its minimum
              2  the command line or a rules file is wrong
              3  a file could not be read
            """
        case .diff:
            """
            Tells in what two readings of pages differ, by record and field.

            Usage:
              scrape diff [options] OLD NEW                two rules files, over their cases or pages
              scrape diff --rules RULES [options] OLD NEW  two versions of a page, by one rules file

            OLD and NEW of the first form are rules files or sites' names; PATH@REVISION is the file as that
            revision of its git repository has it. The pages are those of the cases in the corpus that are
            read by one of the two, or else those that --page names.

            Options:
            \(options(command))

            Exit status:
              0  there is no difference
              1  there are differences
              2  the command line or a rules file is wrong; the revision is not there
              3  a file could not be read

            Examples:
              scrape diff rules/alchemy.json@HEAD~1 rules/alchemy.json
              scrape diff --format markdown alchemy.json alchemy-new.json --page monday.html
              scrape diff --rules alchemy last-week.html today.html
            """
        case .check:
            """
            Loads rules files and tells all that is wrong with them, and warns of what is legal and brittle.

            Usage:
              scrape check [options] RULES...

            Options:
            \(options(command))

            Exit status:
              0  the rules can be used; there may be warnings
              1  a page did not satisfy its rules
              2  the command line or a rules file is wrong
              3  a file could not be read
            """
        case .explain:
            """
            Tells how each record and field of a page came about: which alternative was taken and why the
            others were not, the nodes with their lines and paths, each value before and after every step.
            For a selector that finds nothing: the longest part of it that matches, and what comes nearest.

            Usage:
              scrape explain [--rules RULES] [options] PAGE

            PAGE is a file, - is standard input. Paths are those of the tree after the preparations.

            Options:
            \(options(command))

            Exit status:
              0  all is well
              1  the page did not satisfy its rules
              2  the command line or a rules file is wrong
              3  an input could not be read

            Examples:
              scrape explain --rules alchemy page.html
              scrape explain --rules rules/plants.json --field height page.html
            """
        case .report:
            """
            Shows saved pages with what came out of them, in one HTML file that needs nothing else: each page as
            it looks, without its scripts and without any network, every field that was taken outlined in a
            colour of its own; beside it the records, the diagnostics, and the differences to the golden file.

            Usage:
              scrape report [options] [SITE[/CASE]...]
              scrape report [--rules RULES] [options] PAGE...

            Without names all cases of the corpus are shown. With --rules all names are pages, else those that
            are files; - is standard input. Pointing at a field, or Tab and the arrow keys, shows where it
            stands on the page; Enter scrolls there.

            Options:
            \(options(command))

            Exit status:
              0  the report is written, and all is well in it
              1  a case differs from its golden file, or a page did not satisfy its rules
              2  the command line or a rules file is wrong
              3  an input could not be read, or the report not be written

            Examples:
              scrape report --output report.html alchemy
              scrape report --rules rules/plants.json page.html > page-report.html
            """
        case .minimise:
            """
            Cuts the saved pages of cases to what their rules consult: elements, attributes, texts, members of
            JSON, rows and lines go as long as the same records and diagnostics come out, in the same way: the
            same alternatives, the same number of matches of every selector, the same values before each step.

            Usage:
              scrape minimise [options] SITE[/CASE]...
              scrape minimise [options] --filter PATTERN...

            What is left is byte for byte as the site wrote it, in its own encoding, and is read once more before
            it takes the page's place; case.json and golden.json stay. A selector that rejects elements which a
            looser one would match keeps one to reject. A case that does not pass is not cut. Refused where CI
            is set, unless nothing of the corpus is written.

            Options:
            \(options(command))

            Exit status:
              0  the pages are cut, as far as they can be
              1  a case differs from its golden file, or has none
              2  the command line or a rules file is wrong
              3  a file could not be read or written, or a page cannot be cut

            Examples:
              scrape minimise --dry-run recipe/graph
              scrape minimise wikipedia
              scrape minimise recipe/graph --output small.html
            """
        case .select:
            """
            Prints what selectors match: outer HTML, or what ::text, ::attr(name) and their like take.

            Usage:
              scrape select SELECTOR [options] [PAGE...]
              scrape select --select SELECTOR... [options] [PAGE...]
              scrape select --batch

            A PAGE is a file; - and no page at all are standard input.

            Options:
            \(options(command))

            Exit status:
              0  something matches
              1  nothing matches
              2  the command line or a selector is wrong
              3  a page could not be read

            Examples:
              scrape select 'h1::text' page.html
              curl -s https://example.org/ | scrape select 'a::attr(href)'
              scrape select --count 'item > price' answer.json
            """
        case .tree:
            """
            Prints pages as the engine sees them, an indented line a node. The tree of HTML is the one that a
            browser builds.

            Usage:
              scrape tree [options] [PAGE...]

            A PAGE is a file; - and no page at all are standard input.

            Options:
            \(options(command))

            Exit status:
              0  all is well
              1  a page reached a limit; its tree up to there is printed
              2  the command line is wrong
              3  a page could not be read

            Examples:
              scrape tree page.html
              scrape tree --format html5lib page.html
              echo '<td>1<td>2' | scrape tree --fragment tr
              diff <(scrape tree page.html) <(scrape tree --parser libxml2 page.html)
            """
        case .format:
            """
            Writes rules files in one style and keeps their comments. A file that is formatted already, or has
            mistakes, is left as it is.

            Usage:
              scrape fmt [--check] RULES...

            RULES is a file or a site's name; - formats standard input to standard output.

            Options:
            \(options(command))

            Exit status:
              0  every file is formatted
              1  with --check: the files listed are not
              2  the command line is wrong, or a file has mistakes
              3  a file could not be read or written
            """
        case .schema:
            """
            Prints what records rules yield: the JSON Schema (2020-12) of what the format json prints for pages
            that satisfy the rules.

            Usage:
              scrape schema [--swift] RULES...
              scrape schema --language

            RULES is a file, a site's name, or a folder of rules files. Record types of one name in several files
            are one, with the fields of all, as they are one table; where a field has different types, either will
            do, and that is told.

            Options:
            \(options(command))

            Exit status:
              0  all is well
              2  the command line or a rules file is wrong
              3  a rules file could not be read

            Examples:
              scrape schema rules/alchemy.json
              scrape schema Rules/ > records.schema.json
              scrape schema --swift alchemy > Workout.swift
            """
        }
    }

    private static func options(_ command: Command) -> String {
        table(
            command.options.map { option in
                let short = option.short.map { "\($0), " } ?? ""
                return (short + option.name + (option.argument.map { " \($0)" } ?? ""), option.about)
            }
        )
    }

    /// What can be set of the formats, by the format.
    private static func formatOptions(_ registry: Registry) -> String {
        registry.outputFormats.filter { !$0.options.isEmpty }.map { format in
            "\nOptions of \(format.name) (--option NAME=VALUE):\n"
                + table(format.options.map { ($0.name, [$0.about]) }) + "\n"
        }.joined()
    }

    /// Two columns, the second aligned.
    static func table(_ rows: [(String, [String])]) -> String {
        let width = (rows.map(\.0.count).max() ?? 0) + 2
        return rows.flatMap { name, about in
            about.enumerated().map { index, line in
                let head = index == 0 ? name : ""
                return "  " + head + String(repeating: " ", count: width - head.count) + line
            }
        }.joined(separator: "\n")
    }
}
