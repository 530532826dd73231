declare module '*.md' {
  const rules: import('../../build/rules').Rules;
  export default rules;
}
