/** The icons of the page. */
export { ChevronDown, ChevronRight, Copy, type IconNode, Pause, Play } from 'lucide';
