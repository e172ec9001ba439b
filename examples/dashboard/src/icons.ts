/** The icons of the page. */
export {
  ArrowDown,
  ArrowUp,
  Check,
  ChevronDown,
  ChevronRight,
  ChevronsUpDown,
  Copy,
  type IconNode,
  Pause,
  PencilLine,
  Play,
} from 'lucide';
