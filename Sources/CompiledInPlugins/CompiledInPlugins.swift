/// The plugins that are compiled in: one for each folder that the package's manifest lists.
///
/// `all` is written by the build-tool plugin `ListPlugins` from the dependencies of this target.
public enum CompiledInPlugins {}
