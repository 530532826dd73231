import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { toggleKept, diceOf, unambiguousChoices, rankingOf, throwableDice } from '../src/sixem/dice';
import { strokesOf } from '../src/sixem/pattern';
import { SixemController } from '../src/sixem/controller.svelte';
import { withPending } from '../src/table/pending';
import type { GameProps } from '../src/table/session.svelte';
import { linesOn, markingOrder } from '../src/table/sixem';
import { fromSnapshot, put, type Sixem, type Table } from '../src/table/table';
import type { AnyCommand, TableSnapshot } from '../src/wire/messages';
import { SPINNER } from '../src/wire/laterData';

vi.stubGlobal('navigator', {});

const tablesOf = (name: string): Table[] => {
  const file = new URL(`golden/1-sixem-${name}.json`, import.meta.url);
  return Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, TableSnapshot>).map(fromSnapshot);
};
const sixemOf = (table: Table): Sixem => table.match as Sixem;
const tables = ['with-bots', 'sweet-and-calm', 'tied'].flatMap(tablesOf).filter(({ match }) => match);
const inPhase = (phase: string): Table => tables.find((table) => sixemOf(table).phase === phase)!;
const shown = (table: Table, seat: number, ...commands: object[]): Sixem =>
  sixemOf(
    withPending(
      table,
      seat,
      commands.map((command, at) => ({ n: `n-${at}`, round: sixemOf(table).round, ...command }) as AnyCommand),
      1000,
    ),
  );

/** A table in the race, where seat 0 has these dice; `flying` names those in the air. */
function race(dice: readonly number[], flying = ''): Table {
  const table = inPhase('rolling');
  const match = sixemOf(table);
  const lands = [...'abcdef'].map((colour) => (flying.includes(colour) ? 9000 : 0));
  return {
    ...table,
    match: { ...match, go: 0, stop: null, tied: [], dice: put(match.dice, 0, dice), lands: put(match.lands, 0, lands) },
  };
}

describe('dice', () => {
  const dice = diceOf(sixemOf(race([1, 0, 3, 0, 5, 6], 'b')), 0);

  test('a throw takes what is neither kept nor in the air; what is in hand cannot be kept', () => {
    expect(throwableDice(dice, [])).toBe('acdef');
    expect(throwableDice(dice, ['a', 'd', 'f'])).toBe('cde');
  });

  test('a tap keeps and releases, in the air too, but not in hand', () => {
    expect(toggleKept([], dice[0]!, dice)).toEqual(['a']);
    expect(toggleKept(['a', 'c'], dice[0]!, dice)).toEqual(['c']);
    expect(toggleKept([], dice[1]!, dice)).toEqual(['b']);
    expect(toggleKept([], dice[3]!, dice)).toEqual([]);
  });
});

describe('what was tapped shows at once', () => {
  test('thrown dice are in the air', () => {
    const match = shown(race([1, 1, 3, 4, 5, 6]), 0, { t: 'throw', dice: 'ab' });
    expect(match.dice[0]).toEqual([0, 0, 3, 4, 5, 6]);
    expect(match.lands[0]!.map(Boolean)).toEqual([true, true, false, false, false, false]);
  });

  test('STOP with 1 to 6 in sight, and only then', () => {
    expect(shown(race([6, 5, 4, 3, 2, 1]), 0, { t: 'stop' })).toMatchObject({ stop: 0, phase: 'last_throws' });
    expect(shown(race([6, 5, 4, 3, 2, 2]), 0, { t: 'stop' })).toMatchObject({ stop: null, phase: 'rolling' });
    const late = inPhase('marking');
    expect(shown(late, 0, { t: 'stop' })).toEqual(late.match);
    expect(shown(late, 0, { t: 'throw', dice: 'a' })).toEqual(late.match);
  });

  test('a mark, with its X and without the other dice of its number', () => {
    const table = inPhase('marking');
    const match = sixemOf(table);
    const [choice] = match.choices;
    const { boards, choices, to_mark, marker } = shown(table, match.marker!, { t: 'mark', die: choice!.die });
    expect(boards[match.marker!]!['abcdef'.indexOf(choice!.cell[0]!)]![Number(choice!.cell[1]) - 1]).toBe('X');
    expect(choices.some((open) => open.cell[1] === choice!.cell[1])).toBe(false);
    expect(to_mark).not.toContain(Number(choice!.cell[1]));
    expect(marker).toBe(match.marker);
  });

  test('all marks of a turn one after the other; who comes next is for the server to say', () => {
    const table = inPhase('marking');
    const match = sixemOf(table);
    const each = [...new Map(match.choices.map((choice) => [choice.cell[1], choice])).values()];
    const after = shown(table, match.marker!, ...each.map((choice) => ({ t: 'mark', die: choice.die })));
    expect(after).toMatchObject({ to_mark: [], choices: [], marker: match.marker, round: match.round });
  });

  test('an X that is erased, or given, on another board', () => {
    for (const deed of ['erase', 'give'] as const) {
      const table = tables.find((table) => sixemOf(table).choices.some((choice) => choice[deed].length > 0))!;
      const match = sixemOf(table);
      const choice = match.choices.find((open) => open[deed].length > 0)!;
      const other = choice[deed][0]!;
      const after = shown(table, match.marker!, { t: 'mark', die: choice.die, [deed]: other });
      const row = after.boards[other]!['abcdef'.indexOf(choice.cell[0]!)]!;
      expect(row[Number(choice.cell[1]) - 1]).toBe(deed === 'erase' ? '.' : 'X');
    }
  });

  test('nobody marks for somebody else, nor with a die that has no choice', () => {
    const table = inPhase('marking');
    const match = sixemOf(table);
    const other = (match.marker! + 1) % match.boards.length;
    expect(shown(table, other, { t: 'mark', die: match.choices[0]!.die })).toEqual(match);
    const closed = { ...table, match: { ...match, choices: [] } };
    expect(shown(closed, match.marker!, { t: 'mark', die: 'a' })).toEqual(closed.match);
  });
});

describe('throwing', () => {
  interface Scene {
    controller: SixemController;
    sent: object[];
    props: { match: Sixem; now: () => number };
  }
  function playing(table: Table, counting = 0): Scene {
    const sent: object[] = [];
    const props = {
      ...{ table, match: { ...sixemOf(table), go: counting }, me: 0, pending: [], here: { t: 'here', seats: [] } },
      ...{ send: (command: object) => sent.push(command), onEvent: () => () => {}, now: () => 1000 },
    };
    return { controller: new SixemController(() => props as unknown as GameProps<Sixem>), sent, props };
  }
  const mine = (table: Table): Table => ({
    ...table,
    seats: table.seats.map((seat, at) => (at === 0 && seat ? { ...seat, player: 'me', bot: '' } : seat)),
  });

  test('a tap throws what is on the table; with all in the air it waits, and another tap takes that back', () => {
    const { controller, sent } = playing(mine(race([1, 2, 3, 4, 5, 0], 'f')));
    controller.tapThrow();
    expect(sent).toEqual([{ t: 'throw', round: expect.any(Number) as number, dice: 'abcde' }]);
    const air = playing(mine(race([0, 0, 0, 0, 0, 0], 'abcdef')));
    air.controller.tapThrow();
    expect([air.controller.queued, air.sent.length]).toEqual([true, 0]);
    air.controller.tapThrow();
    expect(air.controller.queued).toBe(false);
  });

  test('what waited is thrown once all lie; not if they show 1 to 6', () => {
    for (const [faces, many] of [[[1, 1, 3, 4, 5, 6], 1], [[1, 2, 3, 4, 5, 6], 0]] as const) {
      const { controller, sent, props } = playing(mine(race([0, 0, 0, 0, 0, 0], 'abcdef')));
      controller.tapThrow();
      controller.runQueuedThrow();
      expect(sent).toEqual([]);
      props.match = sixemOf(race(faces));
      controller.runQueuedThrow();
      expect([sent.length, controller.queued]).toEqual([many, false]);
    }
  });

  test('before the start a tap waits for it, and STOP does nothing', () => {
    const { controller, sent } = playing(mine(race([0, 0, 0, 0, 0, 0])), 3000);
    controller.tapThrow();
    controller.stop();
    controller.runQueuedThrow();
    expect([controller.counting, controller.queued, sent.length]).toEqual([2, true, 0]);
  });

  test('a second tap that comes too soon is the same tap', () => {
    const { controller, sent, props } = playing(mine(race([1, 1, 1, 1, 1, 1])));
    controller.tapThrow();
    props.match = sixemOf(race([0, 0, 0, 0, 0, 0], 'abcdef'));
    controller.tapThrow();
    expect([controller.queued, sent.length]).toEqual([false, 1]);
  });
});

test('plain marks have one die of their number, and nobody to erase or to give to', () => {
  const choice = (cell: string, erase: number[] = [], give: number[] = []): Sixem['choices'][number] =>
    ({ die: cell[0]!, cell, erase, give });
  const choices = [choice('a1'), choice('b1'), choice('c2'), choice('d3', [1]), choice('e4', [], [1]), choice('f6')];
  expect(unambiguousChoices(choices).map((open) => open.cell)).toEqual(['c2', 'f6']);
});

test('the caller marks last, and who is out does not mark', () => {
  const match = { ...sixemOf(inPhase('marking')), boards: [[], [], [], []], stop: 1, tied: [] };
  expect(markingOrder(match)).toEqual([2, 3, 0, 1]);
  expect(markingOrder({ ...match, tied: [0, 1, 3] })).toEqual([3, 0, 1]);
});

test('the winner is first, however many lines others have; equals share a place', () => {
  const match = { ...sixemOf(inPhase('marking')), boards: [[], [], [], []], lines: [2, 1, 0, 2], winner: 1 };
  expect(rankingOf(match).map(({ seat, place }) => [seat, place])).toEqual([[1, 1], [0, 2], [3, 2], [2, 4]]);
});

test('every pattern of the spinner has its picture', () => {
  expect(SPINNER.map((pattern) => strokesOf(pattern).length)).toEqual([1, 1, 1, 4, 2, 2, 2, 2, 2, 2, 4]);
});

test('lines are seen as they were counted', () => {
  for (const table of tables) {
    const match = sixemOf(table);
    expect(match.boards.map((board) => linesOn(board).length)).toEqual(match.lines);
  }
});
