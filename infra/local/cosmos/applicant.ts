/** The signed-in applicant of all fixtures, whom the platform reads once. */
localStorage.setItem('usr_id', 'user-1');
localStorage.setItem('number', '9876543210');
localStorage.setItem('name', 'రాముడు');
