declare module '*.graphql' {
  const text: string;
  export default text;
}

declare module '*.min.css' {
  const text: string;
  export default text;
}

declare module '*.svg' {
  const text: string;
  export default text;
}

declare module '*/index.css';

declare module '*/graphiql.css';
