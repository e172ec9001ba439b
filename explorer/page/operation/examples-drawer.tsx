import { facts } from '../facts.ts';
import { ChoiceRow, Drawer } from '../widgets/drawer.tsx';
import { examples } from '../work/examples.ts';
import type { Draft } from '../work/work.ts';

export const ExamplesDrawer = ({ onOpen }: { readonly onOpen: (draft: Draft) => void }) => (
  <Drawer id="examples" title="Examples">
    {() => (
      <>
        {facts.emulator === null && (
          <p class="muted">
            Their ids are the emulator’s. Put ids of your own accounts in their place.
          </p>
        )}
        {examples.map(({ group, of }) => (
          <section key={group}>
            <h3>{group}</h3>
            <ul class="choose">
              {of.map(({ title, about, draft }) => (
                <ChoiceRow key={title} drawer="examples" onChoose={() => onOpen(draft)}>
                  <b>{title}</b>
                  <small>{about}</small>
                </ChoiceRow>
              ))}
            </ul>
          </section>
        ))}
      </>
    )}
  </Drawer>
);
