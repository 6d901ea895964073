import { CredenceError } from "./problem.js";

/** A variable of the worlds, and the values that it takes in them. */
export interface Column {
  id: string;
  values: string[];
}

interface Head {
  method: "exact" | "factored" | "capped" | "sampled" | "restarted";
  dropped_mass: number;
  seed: number;
  revision: number;
  count: number;
  effective_sample_size: number;
  weighted: boolean;
  bytes: 1 | 2 | 4;
  columns: Column[];
}

/** Sampled worlds as numbers: much smaller and faster than objects, for playouts by the thousand. */
export class WorldArrays {
  readonly count: number;
  readonly columns: readonly Column[];
  /** World after world, for each column the place of its value in `columns[c].values`. */
  readonly places: Uint8Array | Uint16Array | Uint32Array;
  /** By what each world has to be weighed; null where all count alike. */
  readonly importance: Float64Array | null;
  readonly #columns: Map<string, number>;

  constructor(
    readonly head: Head,
    numbers: ArrayBuffer,
  ) {
    this.count = head.count;
    this.columns = head.columns;
    const weights = head.weighted ? head.count * 8 : 0;
    const size = weights + head.count * head.columns.length * head.bytes;
    if (numbers.byteLength !== size) throw new TypeError(`worlds of ${size} bytes were announced, and ${numbers.byteLength} came`);
    this.importance = head.weighted ? new Float64Array(numbers.slice(0, weights)) : null;
    const rows = numbers.slice(weights);
    this.places = head.bytes === 1 ? new Uint8Array(rows) : head.bytes === 2 ? new Uint16Array(rows) : new Uint32Array(rows);
    this.#columns = new Map(head.columns.map((column, index) => [column.id, index]));
  }

  /** Reads the body of an answer: a line of JSON, and numbers. The numbers are little-endian, as is every machine that runs this. */
  static read(body: ArrayBuffer): WorldArrays {
    const end = new Uint8Array(body).indexOf(10);
    const head = JSON.parse(new TextDecoder().decode(new Uint8Array(body, 0, end))) as Head;
    return new WorldArrays(head, body.slice(end + 1));
  }

  /** The value of a variable in a world. */
  value(world: number, id: string): string {
    const column = this.#column(id);
    const place = this.places[world * this.columns.length + column];
    const value = place === undefined ? undefined : this.columns[column]?.values[place];
    if (value === undefined) throw new CredenceError(`there is no world ${world}: they count from 0 to ${this.count - 1}`);
    return value;
  }

  /** The places of one variable's value in all worlds. */
  column(id: string): Uint32Array {
    const column = this.#column(id);
    const width = this.columns.length;
    return Uint32Array.from({ length: this.count }, (_, world) => this.places[world * width + column] ?? 0);
  }

  #column(id: string): number {
    const column = this.#columns.get(id);
    if (column === undefined) throw new CredenceError(`${JSON.stringify(id)} is no variable of these worlds; they have ${this.columns.length}, such as ${this.columns[0]?.id ?? "none"}`);
    return column;
  }
}
