import { CopyButton } from '../widgets/copy-button.tsx';

const address = new URL('/mcp', location.href).href;

const lines = [
  ['Address', address],
  ['Claude Code', `claude mcp add --transport http ads ${address}`],
  ['Codex', `codex mcp add ads --url ${address}`],
  ['Gemini CLI', `gemini mcp add --transport http ads ${address}`],
  ['Clients that run a command', 'ads-graph mcp'],
] as const;

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
      <section key={name}>
        <h3>{name}</h3>
        <p>
          <code>{text}</code>
        </p>
        <CopyButton class="second" label={`Copy ${name}`} shown="Copy" textOf={() => text} />
      </section>
    ))}
  </>
);
