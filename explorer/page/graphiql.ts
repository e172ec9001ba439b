import './styles/graphiql.css';
import welcome from './welcome.graphql';
import { linkTo, takeFromAddress } from './work/links.ts';

/** The names of the script of GraphiQL and of its workers, as `build.ts` writes them. */
interface Facts {
  readonly script: string;
  readonly [worker: string]: string;
}

/** The globals that GraphiQL's script adds to the page. */
interface GraphiqlGlobals {
  readonly YogaGraphiQL: {
    readonly renderYogaGraphiQL: (root: Element, options: object) => void;
  };
}

const files = 'graphiql/page/';

/** The script of GraphiQL, once it has run. */
const loaded = (script: string): Promise<GraphiqlGlobals> =>
  new Promise((resolve, reject) => {
    const element = document.createElement('script');
    element.src = files + script;
    element.onload = () => resolve(globalThis as unknown as GraphiqlGlobals);
    element.onerror = () => reject(new Error('GraphiQL could not be loaded.'));
    document.head.append(element);
  });

const start = async (root: HTMLElement): Promise<void> => {
  const { script, ...workers } = JSON.parse(root.dataset['facts'] ?? '') as Facts;
  Object.assign(globalThis, {
    MonacoEnvironment: {
      globalAPI: false,
      getWorkerUrl: (_module: string, label: string) => files + workers[label],
    },
  });
  const { YogaGraphiQL } = await loaded(script);
  const { draft } = takeFromAddress();
  YogaGraphiQL.renderYogaGraphiQL(root, {
    title: 'GraphiQL',
    // The frame shows it already.
    logo: '',
    defaultQuery: welcome,
    endpoint: 'graphql',
    // Headers may hold an API key, so they are kept only if the settings say so.
    shouldPersistHeaders: false,
    ...(draft !== null && { query: draft.query, variables: draft.variables }),
    // The part behind the # never leaves the browser.
    onEditQuery: (query: string) =>
      history.replaceState(null, '', linkTo({ query, variables: draft?.variables ?? '' })),
  });
};

const root = document.querySelector<HTMLElement>('#root');
if (root !== null) await start(root);
