import { StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import { Boundary } from './Boundary.tsx';
import type { Session } from './session.ts';
import { readSession } from './session.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');
const sessions: Promise<Session>[] = [];
createRoot(root).render(
  <StrictMode>
    <Boundary>
      {(attempt) => {
        sessions[attempt] ??= readSession();
        return (
          <Suspense>
            <App session={sessions[attempt]} />
          </Suspense>
        );
      }}
    </Boundary>
  </StrictMode>,
);
