pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/math/SafeMath.sol";
import "@openzeppelin/contracts@2.5.1/ownership/Ownable.sol";
import "@openzeppelin/contracts@2.5.1/token/ERC20/SafeERC20.sol";

/**
 * @title SplitterStorage
 * @notice What the revenue splitter keeps
 */
contract SplitterStorage {
    /**
     * @notice Somebody who gets a share of every deposit
     * @member account Where the share is paid
     * @member shareMantissa The share, in proportion to those of all payees, scaled by 1e18
     */
    struct Payee {
        address payable account;
        uint shareMantissa;
    }

    /**
     * @notice A deposit that is paid to the payees in their order
     * @member amount What came in
     * @member paid What went to payees so far
     * @member next The index of the payee who is next
     */
    struct Deposit {
        uint amount;
        uint paid;
        uint next;
    }

    /// @notice The payees, in the order of their admission
    Payee[] public payees;

    /// @notice The deposits, in their order
    Deposit[] public deposits;

    /// @notice Whether the list of payees is complete
    bool public payeesClosed;

    /// @notice The sum of the shares of all payees
    uint public totalShareMantissa;

    /// @notice What an account did not take when it was paid
    mapping(address => uint) public credits;

    /// @notice The sum of all credits
    uint public totalCredits;

    mapping(address => uint) internal indexPlusOne;
}

/**
 * @title RevenueSplitter
 * @notice Pays revenue in ether to a fixed list of payees, each in proportion to a share
 * @dev A payment that an account does not take becomes its credit, which it can have sent elsewhere
 */
contract RevenueSplitter is SplitterStorage, Ownable {
    using SafeMath for uint;
    using SafeERC20 for IERC20;

    /// @notice The most payees there can be
    uint public constant MAX_PAYEES = 60;

    /// @notice The largest share of a payee
    uint public constant MAX_SHARE_MANTISSA = 1e18;

    event PayeeAdded(uint indexed index, address indexed account, uint shareMantissa);
    event PayeeChanged(uint indexed index, address indexed from, address indexed to);
    event Deposited(uint indexed id, uint amount);
    event Paid(uint indexed id, address indexed account, uint amount);
    event Credited(uint indexed id, address indexed account, uint amount);
    event CreditWithdrawn(address indexed account, address to, uint amount);
    event TokenSwept(address indexed token, uint amount);

    /*** Payees ***/

    /**
     * @notice Adds a payee
     * @param account Where the payee is paid
     * @param shareMantissa The share, scaled by 1e18
     */
    function addPayee(address payable account, uint shareMantissa) external onlyOwner {
        require(!payeesClosed, "the list of payees is complete");
        require(account != address(0) && indexPlusOne[account] == 0, "the account cannot be added");
        require(shareMantissa > 0 && shareMantissa <= MAX_SHARE_MANTISSA, "the share is out of range");
        require(payees.length < MAX_PAYEES, "there are too many payees");
        payees.push(Payee(account, shareMantissa));
        indexPlusOne[account] = payees.length;
        totalShareMantissa = totalShareMantissa.add(shareMantissa);
        emit PayeeAdded(payees.length - 1, account, shareMantissa);
    }

    /**
     * @notice Completes the list of payees; deposits are possible from then on
     */
    function closePayees() external onlyOwner {
        require(payees.length > 0, "there is no payee");
        payeesClosed = true;
    }

    /**
     * @notice Has the sender's later payments go to another account; credits stay where they are
     * @param to The other account
     */
    function changePayee(address payable to) external {
        uint index = indexPlusOne[msg.sender];
        require(index != 0, "the sender is no payee");
        require(to != address(0) && indexPlusOne[to] == 0, "the account cannot be used");
        delete indexPlusOne[msg.sender];
        indexPlusOne[to] = index;
        payees[index - 1].account = to;
        emit PayeeChanged(index - 1, msg.sender, to);
    }

    /*** Deposits ***/

    /**
     * @notice Deposits revenue for the payees
     */
    function deposit() external payable {
        require(payeesClosed, "the list of payees is not complete");
        require(msg.value > 0 && msg.value < 2**128, "the amount is out of range");
        deposits.push(Deposit(msg.value, 0, 0));
        emit Deposited(deposits.length - 1, msg.value);
    }

    /**
     * @notice Pays the next payees of a deposit
     * @param id The index of the deposit
     * @param count How many payees at most
     */
    function distribute(uint id, uint count) external {
        Deposit storage item = deposits[id];
        require(item.next < payees.length, "the deposit is distributed");
        for (uint i = 0; i < count && item.next < payees.length; i++) {
            payNextFresh(id, item);
        }
    }

    /*** Credits ***/

    /**
     * @notice Sends the sender's credit to an account
     * @param to The account
     */
    function withdrawCredit(address payable to) external {
        uint amount = credits[msg.sender];
        require(amount > 0, "there is no credit");
        credits[msg.sender] = 0;
        totalCredits = totalCredits.sub(amount);
        (bool success, ) = to.call.value(amount)("");
        require(success, "the payment was not taken");
        emit CreditWithdrawn(msg.sender, to, amount);
    }

    /*** Tokens ***/

    /**
     * @notice Sends tokens that came here by mistake to the owner; revenue is in ether
     * @param token The token
     * @return The amount that was sent
     */
    function sweepToken(IERC20 token) external onlyOwner returns (uint amount) {
        amount = token.balanceOf(address(this));
        token.safeTransfer(owner(), amount);
        emit TokenSwept(address(token), amount);
    }

    /*** Views ***/

    /**
     * @notice What a payee has still to get out of a deposit, apart from the rounding of the last one
     * @param id The index of the deposit
     * @param index The index of the payee
     * @return The amount of ether
     */
    function outstanding(uint id, uint index) external view returns (uint) {
        if (index < deposits[id].next) return 0;
        return shareInternal(deposits[id].amount, index);
    }

    /**
     * @notice How many there are
     * @return The number of payees and the number of deposits
     */
    function counts() external view returns (uint, uint) {
        return (payees.length, deposits.length);
    }

    /*** Internal ***/

    /**
     * @dev Pays the payee of a deposit who is next; there must be one
     */
    function payNextFresh(uint id, Deposit storage item) internal {
        uint index = item.next++;
        address payable account = payees[index].account;
        bool last = index + 1 == payees.length;
        uint share = last ? item.amount.sub(item.paid) : shareInternal(item.amount, index);
        item.paid = item.paid.add(share);
        if (account.send(share)) {
            emit Paid(id, account, share);
        } else {
            emit Credited(id, account, share);
        }
    }

    /**
     * @dev The share of a payee in an amount, rounded down
     */
    function shareInternal(uint amount, uint index) internal view returns (uint) {
        return amount.mul(payees[index].shareMantissa).div(totalShareMantissa);
    }
}
