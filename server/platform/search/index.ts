export { type MatchClass, matchClasses } from './engine.ts';
export {
	createRangeFilter,
	createStepsFilter,
	type Facet,
	type FacetFilter,
	groupStepsByDoubling,
	toNumberFacets,
	toStep,
} from './facets.ts';
export { createSearchIndex, createSearchVocabulary, toMigrationTx } from './schema.ts';
export { correctWords, openSearchIndex, type SearchDocument, type SearchIndex } from './search.ts';
export { tokenize } from './words.ts';
