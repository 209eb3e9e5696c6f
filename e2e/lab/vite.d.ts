/** Vite builds the worker and gives its address. */
declare module '*?worker&url' {
  const url: string;
  // biome-ignore lint/style/noDefaultExport: what the bundler provides
  export default url;
}
