// What the list of one's own decisions says.
export const title = 'Decisions';
export const about = 'What was decided about what you posted, and about what you reported.';
export const loadFailed = 'The decisions could not be loaded';
export const emptyTitle = 'Nothing was decided';
export const seeUploads = 'See my uploads';
export const emptyHint = 'When you report something, you read here what became of it.';
export const readMoreOrAppeal = 'Read more or appeal';
export const loading = 'Loading the decisions';
