! Ground truth for the validator, from Fortran: the functions of cts.h as subroutines, with the same
! arguments in the same order. Each takes the line at its end (compile with -cpp and give __LINE__).
!
!     use cts
!     call cts_expect('parallel-begin.requested', 'parallel_begin => requested_parallelism=3', &
!                     __LINE__)
!     call cts_body('parallel', __LINE__)
!
! Where C formats a pattern by printf, Fortran joins it: 'index=' // cts_int(n) // ' flags&implicit'.
module cts
  use, intrinsic :: iso_c_binding, only: c_char, c_int, c_long_long
  implicit none
  private
  public :: cts_body, cts_after, cts_expect, cts_mark, cts_count, cts_count_range, cts_total
  public :: cts_total_range, cts_value, cts_int

  ! The kinds of cts_notes.def, by cts_fortran.c.
  integer(c_int), protected, bind(C, name='cts_fortran_kind_after') :: note_after
  integer(c_int), protected, bind(C, name='cts_fortran_kind_expect') :: note_expect
  integer(c_int), protected, bind(C, name='cts_fortran_kind_mark') :: note_mark
  integer(c_int), protected, bind(C, name='cts_fortran_kind_count') :: note_count
  integer(c_int), protected, bind(C, name='cts_fortran_kind_total') :: note_total
  integer(c_int), protected, bind(C, name='cts_fortran_kind_value') :: note_value

  interface
    subroutine cts_fortran_note(kind, line, rule, rule_length, text, text_length, count, values) &
        bind(C, name='cts_fortran_note')
      import :: c_char, c_int, c_long_long
      integer(c_int), value :: kind, line, rule_length, text_length, count
      character(kind=c_char), intent(in) :: rule(*), text(*)
      integer(c_long_long), intent(in) :: values(*)
    end subroutine
    subroutine cts_fortran_body(line, construct, length) bind(C, name='cts_fortran_body')
      import :: c_char, c_int
      integer(c_int), value :: line, length
      character(kind=c_char), intent(in) :: construct(*)
    end subroutine
  end interface

contains

  recursive subroutine note(kind, rule, text, values, line)
    integer(c_int), intent(in) :: kind
    character(len=*), intent(in) :: rule, text
    integer, intent(in) :: values(:), line
    integer(c_long_long) :: wide(size(values))
    wide = values
    call cts_fortran_note(kind, line, rule, len(rule), text, len(text), size(values), wide)
  end subroutine

  ! The first statement of a structured block of the construct named.
  recursive subroutine cts_body(construct, line)
    character(len=*), intent(in) :: construct
    integer, intent(in) :: line
    call cts_fortran_body(line, construct, len(construct))
  end subroutine

  ! The first statement after the construct, in the encountering task.
  recursive subroutine cts_after(construct, line)
    character(len=*), intent(in) :: construct
    integer, intent(in) :: line
    call note(note_after, '', construct, [integer ::], line)
  end subroutine

  ! The next event on this thread that the selector names must satisfy the assertion.
  recursive subroutine cts_expect(rule, pattern, line)
    character(len=*), intent(in) :: rule, pattern
    integer, intent(in) :: line
    call note(note_expect, rule, pattern, [integer ::], line)
  end subroutine

  ! From here on cts_count counts this thread's events.
  recursive subroutine cts_mark(line)
    integer, intent(in) :: line
    call note(note_mark, '', '', [integer ::], line)
  end subroutine

  recursive subroutine cts_count(rule, number, selector, line)
    character(len=*), intent(in) :: rule, selector
    integer, intent(in) :: number, line
    call note(note_count, rule, selector, [number, number], line)
  end subroutine

  recursive subroutine cts_count_range(rule, lowest, highest, selector, line)
    character(len=*), intent(in) :: rule, selector
    integer, intent(in) :: lowest, highest, line
    call note(note_count, rule, selector, [lowest, highest], line)
  end subroutine

  ! The same for the whole trace and all threads, judged when the trace has been read.
  recursive subroutine cts_total(rule, number, selector, line)
    character(len=*), intent(in) :: rule, selector
    integer, intent(in) :: number, line
    call note(note_total, rule, selector, [number, number], line)
  end subroutine

  recursive subroutine cts_total_range(rule, lowest, highest, selector, line)
    character(len=*), intent(in) :: rule, selector
    integer, intent(in) :: lowest, highest, line
    call note(note_total, rule, selector, [lowest, highest], line)
  end subroutine

  ! A value that the program itself could compare.
  recursive subroutine cts_value(rule, name, got, right, line)
    character(len=*), intent(in) :: rule, name
    integer, intent(in) :: got, right, line
    call note(note_value, rule, name, [got, right], line)
  end subroutine

  ! A number as text, for patterns.
  recursive function cts_int(number) result(text)
    integer, intent(in) :: number
    character(len=:), allocatable :: text
    character(len=12) :: buffer
    write (buffer, '(i0)') number
    text = trim(buffer)
  end function

end module
