// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/SafeERC20.sol";

// Hours on the machines of a shared workshop. You buy them ahead, the machine's
// keeper books them when you come, and what you don't need you give back.
contract MachineHours is Ownable {
    using SafeMath for uint256;
    using SafeERC20 for IERC20;

    // Info of each machine. The price of a machine never changes, add a new one instead.
    struct MachineInfo {
        address keeper; // Books the hours.
        uint256 price; // Tokens for an hour.
        uint256 used; // Hours booked so far.
        bool open; // Whether hours are for sale.
    }

    IERC20 public token;
    MachineInfo[] public machineInfo;

    // Hours that each user still has on each machine.
    mapping(uint256 => mapping(address => uint256)) public hoursOf;
    // Tokens for booked hours, not yet paid to the keeper.
    mapping(address => uint256) public earned;

    event Buy(address indexed user, uint256 indexed mid, uint256 count);
    event GiveBack(address indexed user, uint256 indexed mid, uint256 count);
    event Book(address indexed user, uint256 indexed mid, uint256 count);
    event Harvest(address indexed keeper, uint256 amount);

    constructor(IERC20 _token) public {
        require(address(_token) != address(0), "MachineHours: no token");
        token = _token;
    }

    function machineLength() external view returns (uint256) {
        return machineInfo.length;
    }

    // ------------------------------ owner ------------------------------

    // Add a machine to the workshop.
    function add(address _keeper, uint256 _price) external onlyOwner { //~ BENIGN ACCESS_CTRL
        require(_keeper != address(0), "add: no keeper");
        require(_price > 0, "add: no price"); //~ BENIGN INPUT_VAL
        machineInfo.push(MachineInfo({keeper: _keeper, price: _price, used: 0, open: true}));
    }

    // Stop or resume the sale. Hours already sold stay good.
    function setOpen(uint256 _mid, bool _open) external onlyOwner {
        machineInfo[_mid].open = _open;
    }

    // ------------------------------ users ------------------------------

    // Buy hours on a machine.
    function buyHours(uint256 _mid, uint256 _count) external {
        MachineInfo storage machine = machineInfo[_mid];
        require(machine.open, "buyHours: closed"); //~ BENIGN CTRL_FLOW
        require(_count > 0, "buyHours: zero"); //~ INSUFF_GUARD INPUT_VAL there is no upper end
        uint256 cost = _count * machine.price; //~ ROOT_CAUSE ARITHMETIC
        hoursOf[_mid][msg.sender] = hoursOf[_mid][msg.sender].add(_count); //~ PREREQ STATE_MOD
        token.safeTransferFrom(msg.sender, address(this), cost); //~ BENIGN FUND_XFER
        emit Buy(msg.sender, _mid, _count); //~ UNRELATED EVENT_EMIT
    }

    // Give hours back for what they cost.
    function giveBack(uint256 _mid, uint256 _count) external {
        require(_count > 0, "giveBack: zero");
        hoursOf[_mid][msg.sender] = hoursOf[_mid][msg.sender].sub(_count, "giveBack: too many"); //~ BENIGN STATE_MOD
        token.safeTransfer(msg.sender, machineInfo[_mid].price.mul(_count)); //~ DECOY FUND_XFER the hours are taken off before
        emit GiveBack(msg.sender, _mid, _count);
    }

    // ------------------------------ keepers ------------------------------

    // Book hours of a user who came.
    function book(uint256 _mid, address _user, uint256 _count) external {
        MachineInfo storage machine = machineInfo[_mid];
        require(msg.sender == machine.keeper, "book: not the keeper"); //~ BENIGN ACCESS_CTRL
        require(_count > 0, "book: zero");
        hoursOf[_mid][_user] = hoursOf[_mid][_user].sub(_count, "book: too many"); //~ BENIGN ARITHMETIC
        machine.used = machine.used.add(_count);
        earned[msg.sender] = earned[msg.sender].add(machine.price.mul(_count)); //~ BENIGN ARITHMETIC
        emit Book(_user, _mid, _count);
    }

    // Pay a keeper what was booked.
    function harvest() external {
        uint256 amount = earned[msg.sender];
        require(amount > 0, "harvest: zero");
        earned[msg.sender] = 0; //~ BENIGN STATE_MOD
        token.safeTransfer(msg.sender, amount);
        emit Harvest(msg.sender, amount);
    }
}
