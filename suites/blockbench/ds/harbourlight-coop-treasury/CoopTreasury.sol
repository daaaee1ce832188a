// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

// Treasury of the Harbourlight housing co-operative.
//
// owner     the board's key: budgets, payments, appointments
// guardian  the auditor's key: names a new owner when the board's key is lost,
//           which shows in the board not having acted for SILENCE
// crews     work groups that draw from a budget of their own, renewed every PERIOD
contract CoopTreasury {
    error OwnerOnly();
    error NominatedOnly();
    error BadAddress();
    error RecoveryClosed();
    error OverBudget(uint256 asked, uint256 left);
    error PaymentRefused();

    event OwnerChanged(address indexed from, address indexed to);
    event OwnerNominated(address indexed account);
    event GuardianChanged(address indexed from, address indexed to);
    event BudgetSet(address indexed crew, uint128 perPeriod);
    event Drawn(address indexed crew, uint256 amount);
    event Paid(address indexed to, uint256 amount, string memo);

    struct Budget {
        uint128 perPeriod;
        uint128 spent;
        uint64 period;
    }

    uint256 public constant SILENCE = 90 days;
    uint256 public constant PERIOD = 30 days;

    address public owner;
    address public nominated;
    address public guardian;
    uint256 public lastActed;

    mapping(address crew => Budget) private _budgets;

    // Every act of the owner counts as a sign of life.
    modifier onlyOwner() {
        if (msg.sender != owner) revert OwnerOnly();
        lastActed = block.timestamp;
        _;
    }

    constructor(address guardian_) {
        if (guardian_ == address(0) || guardian_ == msg.sender) revert BadAddress();
        guardian = guardian_;
        _setOwner(msg.sender);
    }

    receive() external payable {}

    // ---- owner ----

    function checkIn() external onlyOwner {}

    function setGuardian(address next) external onlyOwner {
        if (next == address(0) || next == owner) revert BadAddress(); //~ BENIGN INPUT_VAL the owner does not become its own guardian here
        emit GuardianChanged(guardian, next);
        guardian = next;
    }

    function setBudget(address crew, uint128 perPeriod) external onlyOwner {
        if (crew == address(0)) revert BadAddress();
        _budgets[crew].perPeriod = perPeriod;
        emit BudgetSet(crew, perPeriod);
    }

    function pay(address to, uint256 amount, string calldata memo) external onlyOwner {
        emit Paid(to, amount, memo);
        _send(to, amount); //~ UNRELATED FUND_XFER payments of the board, behind onlyOwner
    }

    // The board may pass the treasury on; the new owner has to accept.
    function nominate(address next) external onlyOwner {
        nominated = next;
        emit OwnerNominated(next);
    }

    function acceptOwnership() external {
        if (msg.sender != nominated) revert NominatedOnly(); //~ BENIGN ACCESS_CTRL only the account the owner named gets through
        _setOwner(msg.sender);
    }

    // ---- guardian ----

    // Names a new owner once the present one has been silent for SILENCE.
    function recover(address successor) external {
        if (successor == address(0) || successor == guardian) revert BadAddress(); //~ INSUFF_GUARD INPUT_VAL looks at who is named, not at who names
        if (msg.sender != guardian && block.timestamp < lastActed + SILENCE) revert RecoveryClosed(); //~ ROOT_CAUSE ACCESS_CTRL refuses only when both tests fail: silence alone lets anyone in, being the guardian alone needs no silence
        _setOwner(successor); //~ PREREQ STATE_MOD the privileged effect
    }

    // ---- crews ----

    function left(address crew) public view returns (uint256) {
        Budget memory b = _budgets[crew];
        uint256 spent = b.period == _period() ? b.spent : 0;
        return spent < b.perPeriod ? b.perPeriod - spent : 0; //~ BENIGN ARITHMETIC a budget cut below what is spent leaves zero
    }

    function draw(uint128 amount) external { //~ BENIGN ACCESS_CTRL open to all, but an account without a budget has nothing left to draw
        uint256 available = left(msg.sender);
        if (amount > available) revert OverBudget(amount, available);

        Budget storage b = _budgets[msg.sender];
        uint64 current = _period();
        b.spent = b.period == current ? b.spent + amount : amount;
        b.period = current;
        emit Drawn(msg.sender, amount);
        _send(msg.sender, amount); //~ BENIGN EXT_CALL booked before the payment
    }

    // ---- internal ----

    function _period() private view returns (uint64) {
        return uint64(block.timestamp / PERIOD);
    }

    function _setOwner(address next) private {
        emit OwnerChanged(owner, next);
        owner = next;
        nominated = address(0);
        lastActed = block.timestamp;
    }

    function _send(address to, uint256 amount) private {
        (bool ok, ) = to.call{value: amount}("");
        if (!ok) revert PaymentRefused();
    }
}
