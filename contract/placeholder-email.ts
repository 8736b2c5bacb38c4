/** Email of the first administrator if none is configured. It receives no mail. */
export const placeholderEmail = 'admin@localhost.localdomain';
