/** The marks that I have chosen and not yet confirmed. Nothing of them is sent, so each can be lifted again. */

import { numberOf } from '../table/sixem';
import type { Choice } from '../table/table';
import { unambiguousChoices } from './dice';

export interface Staged {
  die: string;
  cell: string;
  /** Whose X goes, or who gets one. */
  erase?: number;
  give?: number;
}

const stagedOf = ({ die, cell }: Choice): Staged => ({ die, cell });

export class StagedMarks {
  /** The mark that waits for the choice of whose X goes. */
  asked = $state.raw<Choice | null>(null);
  private chosen = $state.raw<readonly Staged[]>([]);

  constructor(private readonly choices: () => readonly Choice[]) {}

  /** The chosen marks that are still possible. */
  readonly staged = $derived.by(() => this.chosen.filter(({ die }) => this.choices().some((open) => open.die === die)));
  /** With those that leave nothing to choose. */
  readonly complete = $derived.by((): readonly Staged[] => {
    const plain = unambiguousChoices(this.choices()).filter(({ die }) => !this.has(die));
    return [...this.staged, ...plain.map(stagedOf)];
  });
  /** The numbers for which it is still open which die marks, or whose X goes. */
  readonly undecided = $derived.by(() => {
    const decided = this.complete.map(({ cell }) => Number(cell[1]));
    return [...new Set(this.choices().map(numberOf))].filter((number) => !decided.includes(number)).sort();
  });

  has = (die: string): boolean => this.staged.some((mark) => mark.die === die);

  /** Choose a mark or lift it; false if it was lifted. Choosing another die of a number moves its mark. */
  toggle(choice: Choice): boolean {
    const lifted = this.has(choice.die) || this.asked?.die === choice.die;
    this.asked = null;
    this.chosen = this.staged.filter(({ die }) => die !== choice.die);
    if (lifted) return false;
    if (choice.erase.length + choice.give.length > 0) this.asked = choice;
    else this.add(stagedOf(choice), choice);
    return true;
  }

  /** Answer the question whose X goes. */
  decide(who: { erase?: number; give?: number }): void {
    if (this.asked) this.add({ ...stagedOf(this.asked), ...who }, this.asked);
    this.asked = null;
  }

  private add(mark: Staged, choice: Choice): void {
    this.chosen = [...this.staged.filter(({ cell }) => Number(cell[1]) !== numberOf(choice)), mark];
  }

  clear(): void {
    if (this.chosen.length > 0) this.chosen = [];
    this.asked = null;
  }
}
