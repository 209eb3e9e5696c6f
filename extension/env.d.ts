/** What the build puts in place of `import.meta.env` (`FIREFOX`, `CHROME`); its fields are declared by `wxt prepare`. */
interface ImportMeta {
  readonly env: ImportMetaEnv;
}
