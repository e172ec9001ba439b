import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, readUser } from './App.tsx';
import { Boundary } from './Boundary.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element #root');
const readings: ReturnType<typeof readUser>[] = [];
createRoot(root).render(
  <StrictMode>
    <Boundary of="the page" fallback={null}>
      {(attempt) => {
        readings[attempt] ??= readUser();
        return <App reading={readings[attempt]} />;
      }}
    </Boundary>
  </StrictMode>,
);
