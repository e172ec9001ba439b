import { Check } from '../../../design/icons.ts';
import { Icon } from '../widgets/icon.tsx';
import { useCopied } from '../widgets/use-copied.ts';

const address = new URL('/mcp', location.href).href;

const lines = [
  ['Address', address],
  ['Claude Code', `claude mcp add --transport http ads ${address}`],
  ['Codex', `codex mcp add ads --url ${address}`],
  ['Gemini CLI', `gemini mcp add --transport http ads ${address}`],
  ['Clients that run a command', 'ads-graph mcp'],
] as const;

interface CopyLineProps {
  readonly name: string;
  readonly text: string;
}

const CopyLine = ({ name, text }: CopyLineProps) => {
  const [isCopied, copy] = useCopied(1500);
  return (
    <section>
      <h3>{name}</h3>
      <p>
        <code>{text}</code>
      </p>
      <button
        type="button"
        class="second"
        aria-label={`Copy ${name}`}
        onClick={() => void copy(text)}
      >
        {isCopied ? <Icon of={Check} /> : 'Copy'}
      </button>
    </section>
  );
};

/** The URL for agents, and the commands that connect them. Loaded when first shown. */
export const AgentCommands = () => (
  <>
    <p class="muted">
      Agents read through this gateway and prepare changes as plans. If the gateway has API keys,
      give the agent one.
    </p>
    <p>
      <a class="link" href="agents">
        Agents’ plans
      </a>
    </p>
    {lines.map(([name, text]) => (
      <CopyLine key={name} name={name} text={text} />
    ))}
  </>
);
