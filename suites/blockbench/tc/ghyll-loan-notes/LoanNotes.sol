// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/math/Math.sol";
import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/SafeERC20.sol";
import "./context/Desks.sol";
import "./context/NoteBase.sol";

interface IRateModel {
    // interest of a second, 18 decimals
    function rate(uint256 cash, uint256 lent) external view returns (uint256);
}

// Lenders put dollars in and hold notes; desks borrow the dollars for their margin traders
// and pay interest. A note is a part of all assets, in cash or on loan.
contract LoanNotes is NoteBase, Desks {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    struct Debt {
        uint256 amount;
        uint256 index;
    }

    uint256 public constant ONE = 1e18;
    uint256 public constant BASIS = 10000;
    uint256 public constant MAX_LENT = 9000;
    uint256 public constant MAX_RESERVE_FEE = 2000;
    uint256 public constant LOCKED = 1e6; // notes of nobody

    IERC20 public immutable dollar;
    IRateModel public model;
    address public treasury;

    uint256 public cap;
    uint256 public reserveFee;

    uint256 public cash;
    uint256 public lent;
    uint256 public reserves;
    uint256 public index = ONE;
    uint256 public last;
    mapping(address => Debt) public debts;

    event Deposit(address indexed who, address indexed to, uint256 amount, uint256 notes);
    event Withdraw(address indexed who, address indexed to, uint256 amount, uint256 notes);
    event Borrow(address indexed desk, uint256 amount);
    event Repay(address indexed who, address indexed desk, uint256 amount);
    event WriteOff(address indexed desk, uint256 amount);
    event Accrue(uint256 interest, uint256 index);
    event TakeReserves(uint256 amount);
    event SetModel(address model);
    event SetTreasury(address treasury);
    event SetReserveFee(uint256 fee);
    event SetCap(uint256 cap);

    constructor(IERC20 _dollar, IRateModel _model, address _treasury, uint256 _cap)
        public
        NoteBase("Dollar Loan Note", "dNOTE")
    {
        require(address(_dollar) != address(0), "!dollar"); //~ BENIGN INIT
        dollar = _dollar;
        cap = _cap;
        last = block.timestamp;
        _setModel(_model);
        _setTreasury(_treasury);
    }

    // lenders

    function deposit(uint256 _amount, address _to) external whenNotPaused returns (uint256 notes) { //~ BENIGN CTRL_FLOW
        require(_to != address(0), "!to"); //~ BENIGN INPUT_VAL
        accrue();
        require(assets().add(_amount) <= cap, "!cap"); //~ BENIGN INPUT_VAL
        uint256 now_price = price();
        if (totalSupply == 0) {
            notes = _amount.sub(LOCKED, "!amount");
            totalSupply = LOCKED; //~ DECOY STATE_MOD of nobody, so that a note never becomes dear
        } else {
            notes = _amount.mul(totalSupply).div(assets()); //~ BENIGN ARITHMETIC rounds down
        }
        require(notes > 0, "!notes"); //~ BENIGN INPUT_VAL
        cash = cash.add(_amount);
        _mint(_to, notes, now_price);
        emit Deposit(msg.sender, _to, _amount, notes); //~ UNRELATED EVENT_EMIT
        dollar.safeTransferFrom(msg.sender, address(this), _amount); //~ BENIGN FUND_XFER
    }

    function withdraw(uint256 _notes, address _to) external returns (uint256 amount) {
        accrue();
        amount = _notes.mul(assets()).div(totalSupply); //~ BENIGN ARITHMETIC rounds down
        require(amount > 0, "!amount"); //~ BENIGN INPUT_VAL
        _burn(msg.sender, _notes); //~ BENIGN STATE_MOD
        cash = cash.sub(amount, "!cash"); //~ PREREQ FUND_XFER notes are worth cash at once
        emit Withdraw(msg.sender, _to, amount, _notes); //~ UNRELATED EVENT_EMIT
        dollar.safeTransfer(_to, amount); //~ BENIGN EXT_CALL the last step
    }

    // all that belongs to the holders of notes, as of the last accrual
    function assets() public view returns (uint256) {
        return cash.add(lent).sub(reserves); //~ DECOY ORACLE a plain transfer of dollars does not move it
    }

    // dollars for a note
    function price() public view returns (uint256) {
        return totalSupply == 0 ? ONE : assets().mul(ONE).div(totalSupply);
    }

    // what a holder has earned on the notes it has
    function earned(address _who) external view returns (uint256) {
        uint256 now_price = price();
        uint256 basis = basisOf[_who];
        return now_price > basis ? balanceOf[_who].mul(now_price - basis).div(ONE) : 0;
    }

    // desks

    function borrow(uint256 _amount) external whenNotPaused { //~ BENIGN CTRL_FLOW
        accrue();
        uint256 debt = debtOf(msg.sender).add(_amount);
        require(debt <= limitOf[msg.sender], "!limit"); //~ BENIGN ACCESS_CTRL
        debts[msg.sender] = Debt(debt, index);
        lent = lent.add(_amount);
        cash = cash.sub(_amount, "!cash"); //~ BENIGN ARITHMETIC
        require(lent.mul(BASIS) <= cash.add(lent).mul(MAX_LENT), "!lent"); //~ BENIGN INPUT_VAL
        emit Borrow(msg.sender, _amount); //~ UNRELATED EVENT_EMIT
        dollar.safeTransfer(msg.sender, _amount); //~ BENIGN EXT_CALL the last step
    }

    function repay(address _desk, uint256 _amount) external returns (uint256 amount) {
        accrue();
        uint256 debt = debtOf(_desk);
        amount = Math.min(_amount, debt); //~ BENIGN INPUT_VAL
        require(amount > 0, "!amount"); //~ BENIGN INPUT_VAL
        debts[_desk] = Debt(debt.sub(amount), index);
        lent = lent.sub(Math.min(amount, lent)); //~ BENIGN ARITHMETIC single debts round up
        cash = cash.add(amount);
        emit Repay(msg.sender, _desk, amount);
        dollar.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    // as of the last accrual, rounded up
    function debtOf(address _desk) public view returns (uint256) {
        Debt storage debt = debts[_desk];
        return debt.amount == 0 ? 0 : debt.amount.mul(index).add(debt.index - 1).div(debt.index);
    }

    function accrue() public {
        uint256 passed = block.timestamp.sub(last);
        if (passed == 0) return;
        last = block.timestamp;
        uint256 factor = model.rate(cash, lent).mul(passed);
        uint256 interest = lent.mul(factor).div(ONE);
        index = index.add(index.mul(factor).div(ONE));
        lent = lent.add(interest);
        reserves = reserves.add(interest.mul(reserveFee).div(BASIS));
        emit Accrue(interest, index);
    }

    // admin

    // the loss of a desk that has no limit any more: reserves first, then all notes
    function writeOff(address _desk) external onlyOwner returns (uint256 amount) {
        require(limitOf[_desk] == 0, "!desk"); //~ BENIGN INPUT_VAL
        accrue();
        amount = debtOf(_desk);
        delete debts[_desk];
        lent = lent.sub(Math.min(amount, lent));
        reserves = reserves.sub(Math.min(amount, reserves));
        emit WriteOff(_desk, amount);
    }

    function takeReserves(uint256 _amount) external onlyOwner {
        accrue();
        reserves = reserves.sub(_amount, "!reserves"); //~ BENIGN ARITHMETIC
        cash = cash.sub(_amount, "!cash");
        emit TakeReserves(_amount);
        dollar.safeTransfer(treasury, _amount);
    }

    // dollars and other tokens that were sent here by mistake
    function sweep(IERC20 _token) external onlyOwner {
        uint256 amount = _token.balanceOf(address(this));
        if (_token == dollar) amount = amount.sub(cash); //~ BENIGN ARITHMETIC not what is in the books
        _token.safeTransfer(treasury, amount);
    }

    function setModel(IRateModel _model) external onlyOwner {
        accrue();
        _setModel(_model);
    }

    function setTreasury(address _treasury) external onlyOwner {
        _setTreasury(_treasury);
    }

    function setReserveFee(uint256 _fee) external onlyOwner {
        require(_fee <= MAX_RESERVE_FEE, "!fee"); //~ BENIGN INPUT_VAL
        accrue();
        reserveFee = _fee;
        emit SetReserveFee(_fee);
    }

    function setCap(uint256 _cap) external onlyOwner {
        cap = _cap;
        emit SetCap(_cap);
    }

    function _setModel(IRateModel _model) internal {
        require(address(_model) != address(0), "!model"); //~ BENIGN INPUT_VAL
        model = _model;
        emit SetModel(address(_model));
    }

    function _setTreasury(address _treasury) internal {
        require(_treasury != address(0), "!treasury"); //~ BENIGN INPUT_VAL
        treasury = _treasury;
        emit SetTreasury(_treasury);
    }

    function _move(address _from, address _to, uint256 _amount) internal override {
        require(_to != address(0) && _to != address(this), "!to"); //~ INSUFF_GUARD INPUT_VAL the sender is accepted as the receiver
        accrue();
        uint256 left = balanceOf[_from].sub(_amount, "!balance"); //~ BENIGN ARITHMETIC
        uint256 held = balanceOf[_to]; //~ ROOT_CAUSE STORAGE_READ as it is before the notes leave the sender
        basisOf[_to] = _blend(held, basisOf[_to], _amount, price());
        balanceOf[_from] = left;
        balanceOf[_to] = held.add(_amount); //~ ROOT_CAUSE STATE_MOD writes over the subtraction if both are the same
        emit Transfer(_from, _to, _amount);
    }
}
