/** A database of the browser, opened at the first need, and again if it was closed. */

/** The object stores of one transaction, by name. */
export type Stores = (name: string) => IDBObjectStore;

export class Database {
  #opened: Promise<IDBDatabase> | null = null;

  constructor(
    private readonly name: string,
    private readonly stores: Readonly<Record<string, IDBObjectStoreParameters>>,
  ) {}

  /** Run one transaction on all stores; its result is there once everything is stored. */
  async transact<T>(mode: IDBTransactionMode, run: (stores: Stores) => IDBRequest<T> | void): Promise<T> {
    const transaction = (await this.#open()).transaction(Object.keys(this.stores), mode);
    const request = run((name) => transaction.objectStore(name));
    return new Promise((resolve, reject) => {
      transaction.oncomplete = () => resolve(request?.result as T);
      transaction.onabort = () => reject(transaction.error);
    });
  }

  /** Delete everything in it. */
  clear(): Promise<void> {
    return this.transact('readwrite', (stores) => Object.keys(this.stores).forEach((name) => stores(name).clear()));
  }

  #open(): Promise<IDBDatabase> {
    this.#opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(this.name, 1);
      request.onupgradeneeded = () => {
        for (const [name, how] of Object.entries(this.stores)) request.result.createObjectStore(name, how);
      };
      request.onsuccess = () => {
        const forget = (): void => void (this.#opened = null);
        request.result.onclose = forget;
        request.result.onversionchange = () => {
          request.result.close(); // somebody deletes it
          forget();
        };
        resolve(request.result);
      };
      request.onerror = () => reject(request.error);
    }).catch((problem: unknown) => {
      this.#opened = null;
      throw problem;
    });
    return this.#opened;
  }
}
