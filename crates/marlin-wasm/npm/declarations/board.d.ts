/**
 * Plays moves by the rules. The engine has them too, but a board without scores does not load it.
 *
 * @param {string} moves columns from 1: `4433`, or `10,3` on wide boards
 * @param {string} [board] as in `7x6`
 * @param {number} [ply] the moves to play: all without it
 */
export function play(moves: string, board?: string, ply?: number): {
    width: number;
    height: number;
    columns: Player[][];
    last: Cell | undefined;
    fours: Cell[][];
    count: number;
    total: number;
    played: string;
    toMove: string;
    winner: string | null;
    isOver: boolean;
};
/** The element. Its attributes are in the README. */
export class MarlinBoard extends HTMLElement {
    static observedAttributes: string[];
    connectedCallback(): void;
    disconnectedCallback(): void;
    attributeChangedCallback(): void;
    set ply(ply: number);
    get ply(): number;
    #private;
}
export type Player = "X" | "O";
/**
 * a column and a row from 0
 */
export type Cell = [number, number];
export type Game = ReturnType<typeof play>;
