import { FaultsDrawer } from './faults/faults-drawer.tsx';
import { KeysDrawer } from './frame/keys-drawer.tsx';
import { Tabs } from './frame/tabs.tsx';
import { TopBar } from './frame/top-bar.tsx';
import { HistoryDrawer } from './history/history-drawer.tsx';
import { ExamplesDrawer } from './operation/examples-drawer.tsx';
import { Panes, Parts } from './panes.tsx';
import { useApp } from './use-app.ts';
import { WhoDrawer } from './who/who-drawer.tsx';
import { SavedDrawer } from './work/saved-drawer.tsx';
import { added } from './work/work.ts';

export const App = () => {
  const app = useApp();
  const { work, change, tab, who } = app;
  return (
    <>
      <TopBar
        who={who.who}
        tab={tab}
        faults={app.faults.standing.length}
        dock={app.dock}
        onDock={app.showDock}
      />
      <Tabs
        work={work}
        onOpen={(id) => change((current) => ({ ...current, openId: id }))}
        onAdd={() => change((current) => added(current, {}))}
        onClose={app.close}
        onReopen={app.reopen}
      />
      <Parts {...app} />
      <Panes {...app} />
      <ExamplesDrawer onOpen={app.open} />
      <HistoryDrawer past={app.past} onOpen={app.open} />
      <SavedDrawer {...app.saved} tab={tab} onOpen={app.open} />
      <KeysDrawer />
      <WhoDrawer {...who} work={work} headers={tab.headers} onSignOut={app.forgetAll} />
      <FaultsDrawer {...app.faults} />
    </>
  );
};
