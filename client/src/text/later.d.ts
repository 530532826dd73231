declare module '*.json?later' {
  const sentences: Readonly<Record<string, string>>;
  export default sentences;
}
