/** The address of the first administrator where none was configured: nobody receives what is sent there. */
export const placeholderEmail = 'admin@localhost.localdomain';
