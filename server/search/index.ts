export {
	createDocumentMatcher,
	type DocumentMatcher,
	listSearchKeys,
	type SearchCriteria,
} from './document-matcher.ts';
export { type MatchClass, matchClasses } from './engine.ts';
export {
	createRangeFilter,
	createStepsFilter,
	type Facet,
	type FacetFilter,
	groupStepsByDoubling,
	toLogarithmicStep,
	toNumberFacets,
} from './facets.ts';
export { createSearchIndex, createSearchVocabulary, toMigrationTx } from './schema.ts';
export {
	clearSearchIndexes,
	correctSearchWords,
	listSearchTables,
	openSearchIndex,
	type ResolvedSearch,
	removeSearchRemains,
	type SearchDocument,
	type SearchIndex,
	searchWithCorrection,
	toSearchWords,
} from './search.ts';
export { listDocumentWords, listVisibleWords, tokenize } from './words.ts';
