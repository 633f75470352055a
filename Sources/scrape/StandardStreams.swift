import Glibc

/// Standard input, output and error, which whoever starts the program may have closed (`>&-`).
enum StandardStreams {
    /// Takes the places of those that are closed.
    ///
    /// The next files that are opened would get their numbers, and what is meant for standard output or error would be
    /// written into whatever these are: the file of errors, a journal. What stands in their place cannot be read or
    /// written, which is told as it is of any file; only messages are for nobody.
    static func hold() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest number that is free is given, which is this one.
            _ = open("/dev/null", descriptor == STDOUT_FILENO ? O_RDONLY : O_WRONLY)
        }
    }
}
