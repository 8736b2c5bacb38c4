// What the login page says.
export const lead = 'Log in to sell and save what you like.';
export const title = 'Welcome back';
export const noAccount = 'New here? <signup>Create an account</signup>';
