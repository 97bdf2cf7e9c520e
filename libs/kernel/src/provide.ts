/** A class, abstract or not, or a symbol, by which Nest finds a provider. */
type Token<T> = (abstract new (...parts: never[]) => T) | symbol;

/** A provider of Nest that a function creates from others. */
interface FactoryProvider<Parts extends readonly unknown[], T> {
  readonly provide: new (...parts: Parts) => T;
  readonly inject: Token<unknown>[];
  readonly useFactory: (...parts: Parts) => T;
}

/**
 * A provider that constructs a class: `provide(SessionService, [SessionStore, Clock])`. The compiler compares the classes with the
 * parameters of the constructor.
 *
 * @param inject the providers of the parameters, in their order
 */
export function provide<Parts extends readonly unknown[], T>(
  type: new (...parts: Parts) => T,
  inject: { readonly [Index in keyof Parts]: Token<Parts[Index]> },
): FactoryProvider<Parts, T> {
  return { provide: type, inject: [...inject], useFactory: (...parts) => new type(...parts) };
}
