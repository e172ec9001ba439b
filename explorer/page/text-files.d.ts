declare module '*.graphql' {
  const text: string;
  export default text;
}

declare module '*.min.css' {
  const text: string;
  export default text;
}

declare module '*/index.css';
