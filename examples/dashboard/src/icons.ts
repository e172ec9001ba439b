/** The icons of the page. */
export {
  ArrowDown,
  ArrowUp,
  CalendarDays,
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
