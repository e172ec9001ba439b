import { useId, useState } from 'preact/hooks';
import { download } from '../widgets/download.tsx';
import { ChoiceRow, Drawer } from '../widgets/drawer.tsx';
import { Problem } from '../widgets/problem.tsx';
import { TextInput } from '../widgets/search.tsx';
import { collectionsIn, type useCollections } from './collections.ts';
import { type Draft, type Tab, titleOf } from './work.ts';

interface SavedDrawerProps extends ReturnType<typeof useCollections> {
  readonly tab: Tab;
  readonly onOpen: (draft: Draft) => void;
}

/** The saved operations, in collections that can be exported and imported as files. */
export const SavedDrawer = (props: SavedDrawerProps) => (
  <Drawer id="saved" title="Saved">
    {() => (
      <>
        <p class="muted">
          Saved in this browser, without headers. Export them to use them elsewhere.
        </p>
        <SaveForm {...props} />
        <Collections {...props} />
        <Files {...props} />
      </>
    )}
  </Drawer>
);

const SaveForm = ({ tab, collections, add }: SavedDrawerProps) => {
  const [name, setName] = useState(collections[0]?.name ?? 'My operations');
  const [title, setTitle] = useState(titleOf(tab));
  const [nameId, titleId] = [useId(), useId()];
  const { query, variables } = tab;
  const save = (): void => add([{ name, operations: [{ title, query, variables }] }]);
  return (
    <form
      class="save"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <label for={titleId}>Name</label>
      <TextInput id={titleId} label="Name" required value={title} onValue={setTitle} />
      <label for={nameId}>Collection</label>
      <TextInput
        id={nameId}
        label="Collection"
        required
        list="collections"
        value={name}
        onValue={setName}
      />
      <datalist id="collections">
        {collections.map((one) => (
          <option key={one.name} value={one.name} />
        ))}
      </datalist>
      <button type="submit" class="second" disabled={query.trim() === ''}>
        Save
      </button>
    </form>
  );
};

const Collections = ({ collections, remove, onOpen }: SavedDrawerProps) => (
  <>
    {collections.map(({ name, operations }) => (
      <section key={name} aria-label={name}>
        <h3>{name}</h3>
        <ul class="choose">
          {operations.map((operation, at) => {
            const { title, query, variables } = operation;
            return (
              <ChoiceRow
                key={at}
                drawer="saved"
                onChoose={() => onOpen({ query, variables })}
                removal={{ label: `Delete ${title}`, onRemove: () => remove(name, operation) }}
              >
                <b>{title}</b>
              </ChoiceRow>
            );
          })}
        </ul>
      </section>
    ))}
  </>
);

const Files = ({ collections, add }: SavedDrawerProps) => {
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    const found = collectionsIn(await file.text());
    if (found !== null) add(found);
    setProblem(found === null ? `${file.name} has no saved operations.` : null);
  };
  return (
    <>
      <Problem of={problem} />
      <div class="choices">
        <button
          type="button"
          class="second"
          disabled={collections.length === 0}
          onClick={() =>
            download('operations.json', JSON.stringify(collections, null, 2), 'application/json')
          }
        >
          Export
        </button>
        <label class="second file">
          Import
          <input
            type="file"
            class="visually-hidden"
            accept=".json,application/json"
            onChange={({ currentTarget }) => {
              void take(currentTarget.files?.[0]);
              currentTarget.value = '';
            }}
          />
        </label>
      </div>
    </>
  );
};
