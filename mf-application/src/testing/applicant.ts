/** The signed-in applicant: import it before the platform, which reads the user once. */
export const applicant = { id: 'user-1', number: '9876543210', name: 'రాముడు' } as const;

localStorage.setItem('usr_id', applicant.id);
localStorage.setItem('number', applicant.number);
localStorage.setItem('name', applicant.name);
