import './styles/index.css';
import { render } from 'preact';
import { App } from './app.tsx';

const root = document.querySelector('#root');
if (root !== null) render(<App />, root);
