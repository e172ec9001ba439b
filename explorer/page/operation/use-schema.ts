import type { GraphQLSchema } from 'graphql';
import { buildSchema } from 'graphql';
import { useEffect, useState } from 'preact/hooks';
import { headersIn, pauseFor } from '../gateway/ask.ts';

const load = async (headers: string): Promise<GraphQLSchema | null> => {
  const response = await fetch('schema.graphql', { headers: headersIn(headers) });
  return response.ok ? buildSchema(await response.text(), { assumeValid: true }) : null;
};

/**
 * The schema, asked for with these headers; null until it is there, and if the gateway does not
 * show it.
 */
export const useSchema = (headers: string): GraphQLSchema | null => {
  const [schema, setSchema] = useState<GraphQLSchema | null>(null);
  useEffect(() => {
    if (schema !== null) return;
    const timer = setTimeout(
      () => load(headers).then(setSchema, () => setSchema(null)),
      pauseFor(headers),
    );
    return () => clearTimeout(timer);
  }, [headers]);
  return schema;
};
