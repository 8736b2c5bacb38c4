// What the administrators' login says.
export const submit = 'Login as Admin';
export const loggingIn = 'Logging in';
export const pageTitle = 'Admin';
export const signUp = "Don't have an account? Signup";
export const lead = 'For administrators.';
export const emailExample = 'admin@example.com';
