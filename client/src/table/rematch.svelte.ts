/**
 * A rematch as the page of the finished game shows it: who is asked, who has answered, and when it starts.
 *
 * The new table keeps a seat for each of us. A second session listens there, so that nobody has to leave the
 * result; sitting down accepts, leaving declines.
 */

import { namesOf } from './names';
import { Session } from './session.svelte';
import { seatOfPlayer, type Table } from './table';

export class Rematch {
  private next = $state.raw<Session | null>(null);
  /** I have asked, or have accepted. */
  private wants = $state(false);
  private sat = false;

  /** `finished` is the session of the game that is over; `move` goes to the table of the next one. */
  constructor(
    private readonly finished: Session,
    private readonly identify: () => Promise<unknown>,
    private readonly move: (code: string) => void,
  ) {}

  private readonly old = $derived.by(() => this.finished.table);
  private readonly table = $derived.by(() => this.next?.table ?? null);
  private readonly gathering = $derived(this.table?.phase === 'gathering');
  /** My seat at the next table. */
  private readonly seated = $derived.by(() => this.next?.me ?? null);

  /** The name of whoever asks me; empty if nobody does, or if I have answered. */
  readonly askedBy = $derived.by(() => {
    if (!this.gathering || this.seated !== null || this.wants) return '';
    return this.isAwaited(this.finished.player) ? this.nameOf(this.table?.host ?? '') : '';
  });
  /** The names of those who have not answered. */
  readonly waitsFor = $derived.by((): readonly string[] => {
    if (!this.gathering || this.seated === null) return [];
    return (this.table?.reserved ?? []).filter((player) => this.isAwaited(player)).map((player) => this.nameOf(player));
  });
  /** I have said that I want it, and the server has not answered yet, or others have not. */
  readonly waits = $derived(this.wants && (this.table === null || this.gathering));
  /** Everybody else has declined: the game cannot begin. */
  readonly alone = $derived.by(
    () => this.gathering && this.seated !== null && this.waitsFor.length === 0 && countOf(this.table) < 2,
  );

  /** Listen at the next table as soon as there is one; call in an effect. */
  follow(): void {
    const code = this.old?.rematch;
    if (code && !this.next) this.next = new Session(code, this.identify);
  }

  /** Sit down once I want to, and go there when the game begins; call in an effect. */
  advance(): void {
    const { table, next } = this;
    if (!table || !next) return;
    if (table.phase !== 'gathering') {
      if (this.wants) this.move(table.code);
    } else if (this.wants && this.seated === null && !this.sat) {
      this.sat = true;
      next.sit();
    }
  }

  readonly ask = (): void => {
    this.wants = true;
    if (!this.old?.rematch) this.finished.send({ t: 'rematch' });
    else if (this.table && !this.gathering) this.move(this.table.code);
  };

  /** Decline, so that the others need not wait. */
  readonly decline = (): void => {
    if (this.gathering && (this.seated !== null || this.isAwaited(this.finished.player))) this.next?.send({ t: 'leave' });
  };

  /** Open the next table as it is, to invite others. */
  readonly open = (): void => {
    if (this.table) this.move(this.table.code);
  };

  close(): void {
    this.next?.close();
  }

  private isAwaited(player: string): boolean {
    const seat = this.table?.reserved.indexOf(player) ?? -1;
    return !!player && seat >= 0 && this.table?.seats[seat] === null;
  }

  private nameOf(player: string): string {
    const seat = this.old ? seatOfPlayer(this.old, player) : null;
    return (this.old && seat !== null && namesOf(this.old)[seat]) || '';
  }
}

const countOf = (table: Table | null): number => table?.seats.filter(Boolean).length ?? 0;
