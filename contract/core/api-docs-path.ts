/** Path of the API documentation. It is a page of the server, not of the web app. */
export const apiDocsPath = '/api/docs';
