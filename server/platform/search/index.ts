export { classes, type MatchClass } from './engine.ts';
export {
	doublingsBetween,
	type Facet,
	type FacetFilter,
	numberFacets,
	rangeFilter,
	stepOf,
	stepsFilter,
} from './facets.ts';
export { createSearchIndex, createSearchVocabulary, migrationTx } from './schema.ts';
export { type SearchDocument, type SearchIndex, searchIndex, understandWords } from './search.ts';
export { wordsOf } from './words.ts';
