import type { SearchQuery as Query } from '@codemirror/search';
import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll,
  replaceNext,
  SearchQuery,
  setSearchQuery,
} from '@codemirror/search';
import type { EditorState, Text } from '@codemirror/state';
import { type EditorView, type Panel, runScopeHandlers } from '@codemirror/view';
import { render } from 'preact';
import { ArrowLeft, ArrowRight, X } from '../../../design/icons.ts';
import { IconButton } from '../widgets/icon.tsx';
import { Search, TextInput } from '../widgets/search.tsx';
import { count } from '../words.ts';

interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** The most places that are counted; beyond that the panel says that there are more. */
const mostCounted = 1000;

const placesOf = (query: Query, doc: Text): readonly TextRange[] => {
  if (query.search === '' || !query.valid) return [];
  const places: TextRange[] = [];
  const cursor = query.getCursor(doc);
  while (places.length <= mostCounted) {
    const { value, done = false } = cursor.next();
    if (done) break;
    places.push(value);
  }
  return places;
};

const isSame = (one: TextRange, other: TextRange): boolean =>
  one.from === other.from && one.to === other.to;

/** The number of the selected place and of all places: `3 of 26`. */
const countedIn = (query: Query, places: readonly TextRange[], { selection }: EditorState) => {
  if (query.search === '') return '';
  if (!query.valid) return 'Not a pattern';
  if (places.length === 0) return 'Not found';
  const all = places.length > mostCounted ? `${count(mostCounted)}+` : count(places.length);
  const at = places.findIndex((one) => isSame(one, selection.main));
  return at < 0 ? `${all} found` : `${count(at + 1)} of ${all}`;
};

/** The panel of an editor that finds text, and replaces it where the text can be changed. */
export const searchPanel = (view: EditorView): Panel => {
  const dom = document.createElement('div');
  const counted = { query: getSearchQuery(view.state), doc: view.state.doc };
  let places = placesOf(counted.query, counted.doc);
  const draw = (): void => {
    const query = getSearchQuery(view.state);
    const { doc } = view.state;
    if (!query.eq(counted.query) || doc !== counted.doc) {
      Object.assign(counted, { query, doc });
      places = placesOf(query, doc);
    }
    render(<Find view={view} query={query} counted={countedIn(query, places, view.state)} />, dom);
  };
  draw();
  return {
    dom,
    top: true,
    mount: () => dom.querySelector('input')?.select(),
    update: draw,
    destroy: () => render(null, dom),
  };
};

interface FindProps {
  readonly view: EditorView;
  readonly query: Query;
  readonly counted: string;
}

const Find = ({ view, query, counted }: FindProps) => {
  const change = (
    changes: Partial<Pick<Query, 'search' | 'replace' | 'caseSensitive' | 'regexp'>>,
  ) => {
    const { search, replace, caseSensitive, regexp } = query;
    const next = new SearchQuery({ search, replace, caseSensitive, regexp, ...changes });
    view.dispatch({ effects: setSearchQuery.of(next) });
  };
  const pressed = (event: KeyboardEvent): void => {
    const isEnter = event.key === 'Enter' && event.target instanceof HTMLInputElement;
    if (isEnter) (event.shiftKey ? findPrevious : findNext)(view);
    if (isEnter || runScopeHandlers(view, event, 'search-panel')) event.preventDefault();
  };
  return (
    <search class="find" onKeyDown={pressed}>
      <Search
        label="Find"
        main-field
        value={query.search}
        onValue={(search) => change({ search })}
      />
      <IconButton of={ArrowLeft} label="Previous" onClick={() => findPrevious(view)} />
      <IconButton of={ArrowRight} label="Next" onClick={() => findNext(view)} />
      <Toggle
        text="Aa"
        label="Match case"
        isOn={query.caseSensitive}
        onChange={(caseSensitive) => change({ caseSensitive })}
      />
      <Toggle
        text=".*"
        label="Pattern"
        isOn={query.regexp}
        onChange={(regexp) => change({ regexp })}
      />
      <span class="muted" role="status">
        {counted}
      </span>
      <IconButton of={X} label="Close find" onClick={() => closeSearchPanel(view)} />
      {!view.state.readOnly && (
        <>
          <TextInput
            label="Replace with"
            placeholder="Replace with"
            value={query.replace}
            onValue={(replace) => change({ replace })}
          />
          <button type="button" class="quiet" onClick={() => replaceNext(view)}>
            Replace
          </button>
          <button type="button" class="quiet" onClick={() => replaceAll(view)}>
            All
          </button>
        </>
      )}
    </search>
  );
};

interface ToggleProps {
  readonly text: string;
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

const Toggle = ({ text, label, isOn, onChange }: ToggleProps) => (
  <button
    type="button"
    class="quiet"
    aria-label={label}
    title={label}
    aria-pressed={isOn}
    onClick={() => onChange(!isOn)}
  >
    {text}
  </button>
);
