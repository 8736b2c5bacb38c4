/**
 * Phrases of one language that ask for payment before delivery, with examples. In a phrase, words stand for themselves in all spellings that
 * `payment-first.ts` reads. `(a|b c)` matches one of the alternatives, `{name}` a group of them (`groups`), `?` after a word or an alternative makes it optional,
 * `~` matches up to two words, `#` a word with a digit, `/` the end of a clause, if there is one, and `!(a|b)` no text that begins so.
 */
export interface PhraseList {
	groups: Readonly<Record<string, string>>;
	/** Requests. After one of `warnings` a request is a warning to buyers, which is allowed. */
	requests: readonly string[];
	/** Refusals of payment on delivery or of inspection. */
	refusals: readonly string[];
	/** Words directly before a request that make it a warning, apart from any of `fillers` between them. */
	warnings: readonly string[];
	fillers: readonly string[];
	/** Texts in which a phrase is found, and ordinary texts in which none is. */
	found: readonly string[];
	ordinary: readonly string[];
}
