import { facts } from './facts.ts';
import { FaultsDrawer } from './faults/faults-drawer.tsx';
import { Tabs } from './frame/tabs.tsx';
import { TopBar } from './frame/top-bar.tsx';
import { HistoryDrawer } from './history/history-drawer.tsx';
import { replaceText } from './operation/editor.tsx';
import { Areas, Panes } from './panes.tsx';
import { useApp } from './use-app.ts';
import { WhoDrawer } from './who/who-drawer.tsx';
import { ChoiceRow, Drawer } from './widgets/drawer.tsx';
import { lazily } from './widgets/lazily.tsx';
import { examples } from './work/examples.ts';
import { SavedDrawer } from './work/saved-drawer.tsx';
import { changed, type Draft } from './work/work.ts';

export const App = () => {
  const app = useApp();
  const { work, change, tab, who } = app;
  return (
    <>
      <TopBar {...app} who={who.who} faults={app.faults.standing.length} />
      <Tabs
        {...app}
        onName={(name) => change((current) => changed(current, tab.id, { name }))}
        onOpen={(id) => change((current) => ({ ...current, openId: id }))}
      />
      <Areas {...app} />
      <Panes {...app} />
      <ExamplesDrawer onOpen={app.open} />
      <HistoryDrawer past={app.past} onOpen={app.open} />
      <SavedDrawer {...app.saved} tab={tab} onOpen={app.open} />
      <Drawer id="keys" title="Keyboard shortcuts">
        {() => <Keys />}
      </Drawer>
      {facts.agents && (
        <Drawer id="agents" title="Connect an agent">
          {() => <Agents />}
        </Drawer>
      )}
      <WhoDrawer
        {...who}
        work={work}
        headers={tab.headers}
        onHeaders={(headers) => {
          change((current) => changed(current, tab.id, { headers }));
          replaceText(`${tab.id} headers`, headers);
        }}
        onSignOut={app.forgetAll}
        onId={app.openId}
      />
      <FaultsDrawer {...app.faults} />
      {app.isPaletteOpen && <Commands app={app} onClose={() => app.setPaletteOpen(false)} />}
      <Drawer id="upload" title="Upload" stays>
        {() => <Upload schema={app.schema} tab={tab} onOpen={app.open} />}
      </Drawer>
    </>
  );
};

const Commands = lazily(async () => (await import('./command-palette.tsx')).CommandPalette);
const Keys = lazily(async () => (await import('./frame/shortcuts.tsx')).Shortcuts);
const Agents = lazily(async () => (await import('./frame/agent-commands.tsx')).AgentCommands);
const Upload = lazily(async () => (await import('./uploads/upload-form.tsx')).UploadForm);

const ExamplesDrawer = ({ onOpen }: { readonly onOpen: (draft: Draft) => void }) => (
  <Drawer id="examples" title="Examples">
    {() => (
      <>
        {facts.emulator === null && (
          <p class="muted">Replace placeholders such as ACCOUNT_ID with your own ids.</p>
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
