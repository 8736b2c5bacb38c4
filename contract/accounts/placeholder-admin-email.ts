/** Email address of the first administrator if none is configured. The address receives no mail. */
export const placeholderAdminEmail = 'admin@localhost.localdomain';
